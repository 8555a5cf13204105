/** What of an article a response holds. */
export interface View {
  excludeH1: boolean;
  excludeHtml: boolean;
  excludeMarkdown: boolean;
  includeDetails: boolean;
}

/** Articles as they are without parameters. */
export const wholeView: View = { excludeH1: false, excludeHtml: false, excludeMarkdown: false, includeDetails: false };

/** Whether responses are cut out of more than page files, by `PageViews`. */
export function needsViews({ excludeHtml, excludeMarkdown, includeDetails }: View): boolean {
  return excludeHtml || excludeMarkdown || includeDetails;
}

/** Whether it holds neither body. */
export function isHead({ excludeHtml, excludeMarkdown }: View): boolean {
  return excludeHtml && excludeMarkdown;
}
