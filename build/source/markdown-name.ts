/** Names of files that are read as Markdown. */
export const markdownName = /\.(?:md|markdown|mdx)$/i;
