/** Whether a text is the tag of a language, such as `de`, `pt-BR` or `zh_Hans`. */
export function isLanguage(text: string): boolean {
  const [, code = ''] = /^([a-z]{2,3})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3})){0,2}$/i.exec(text) ?? [];
  return codes.has(code.toLowerCase());
}

/** The language in the name of a file with its full stop, as `.de` in `name.de.md`; '' without one. */
export function languageSuffix(path: string): string {
  const [, suffix = ''] = /(\.[^./]+)\.[^./]+$/.exec(path) ?? [];
  return isLanguage(suffix.slice(1)) ? suffix : '';
}

/** ISO 639-1, and the codes of three letters that sites use. */
const codes = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff ' +
    'fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ' +
    'ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps ' +
    'pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ' +
    've vi vo wa wo xh yi yo za zh zu ast ckb fil gsw hsb kab yue'
  ).split(' '),
);
