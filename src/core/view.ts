/** What of an article a response holds. */
export interface View {
  excludeH1: boolean;
  excludeHtml: boolean;
  excludeMarkdown: boolean;
  includeDetails: boolean;
}

/** Articles as they are without parameters. */
export const wholeView: View = { excludeH1: false, excludeHtml: false, excludeMarkdown: false, includeDetails: false };

/** Whether it holds neither body. */
export function isHead({ excludeHtml, excludeMarkdown }: View): boolean {
  return excludeHtml && excludeMarkdown;
}
