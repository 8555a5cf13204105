/** Stands in each file of the page: one without it is not ours, and no build changes it. */
export const mark = '<!-- Written by galley build. Without this line the file is yours, and no build changes it. -->';

/** `favicon.svg`. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
  <rect width="32" height="32" rx="5" fill="#9c3a24"/>
  <path d="M6 6v20h20V6" fill="none" stroke="#faf6ee" stroke-width="3"/>
  <path d="M10.5 8h4v4h-4zM16 8h5.5v4H16zM10.5 13.5h6v4h-6zM18 13.5h3.5v4H18zM10.5 19h3.5v3.5h-3.5zM15.5 19h3v3.5h-3z" fill="#faf6ee"/>
</svg>
${mark}
`;
