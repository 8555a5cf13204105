/** Whether a file has the name of one about a project, which without front matter nobody takes for an article. */
export function isProjectFile(path: string): boolean {
  return name.test(path);
}

const name =
  /(?:^|\/)(?:readme|licen[cs]e|copying|notice|changelog|changes|contributing|contributors|authors|code[-_]of[-_]conduct|security|support|governance)(?:[-_.][^/]*)?\.[a-z]+$/i;
