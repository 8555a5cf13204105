/** Headers of everything that needs no key and comes from a file. */
export const publicHeaders = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' } as const;
