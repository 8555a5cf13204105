/** The text of a file, put into the bundle. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** The text of a YAML file as JSON, put into the bundle. */
declare module '*?json' {
  const text: string;
  export default text;
}
