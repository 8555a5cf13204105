const headers = [{ key: 'X-Robots-Tag', value: 'noindex' }];

/** No search engine keeps a page of somebody who has a link to a draft. */
export default {
  headers: () => [{ source: '/:path*', has: [{ type: 'cookie', key: 'preview' }], headers }],
};
