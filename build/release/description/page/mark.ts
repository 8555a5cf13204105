/** Stands in each file of the page: one without it is not ours, and no build changes it. */
export const mark = '<!-- Written by galley build. Without this line the file is yours, and no build changes it. -->';
