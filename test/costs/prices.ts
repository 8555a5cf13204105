/** Dollars for one unit, as the page of the vendor gave them at `known`, without tax; euros where `currency` says so. */
export interface Price {
  what: string;
  amount: number;
  unit: string;
  currency?: '$' | '€';
  page: string;
  /** The month of the source, or the year where no month is known. */
  known: string;
}

const workers = { page: 'https://developers.cloudflare.com/workers/platform/pricing/', known: '2026-08' };
const r2 = { page: 'https://developers.cloudflare.com/r2/pricing/', known: '2026-08' };
const deno = { page: 'https://deno.com/deploy/pricing', known: '2026-05' };
const lambda = { page: 'https://aws.amazon.com/lambda/pricing/', known: '2026' };
const aws = { page: 'https://aws.amazon.com/ec2/pricing/on-demand/', known: '2026' };
const ec2 = { page: 'https://aws.amazon.com/ec2/pricing/on-demand/', known: '2026-09' };
const s3 = { page: 'https://aws.amazon.com/s3/pricing/', known: '2026' };
const cloudFront = { page: 'https://aws.amazon.com/cloudfront/pricing/', known: '2026' };
const flatRate = { ...cloudFront, known: '2026-09' };
const hetzner = { page: 'https://www.hetzner.com/cloud/', known: '2026-07' };

/** US regions of AWS; Falkenstein of Hetzner. */
export const prices = {
  workersPlan: { what: 'Workers Paid', amount: 5, unit: 'a month', ...workers },
  workersRequests: { what: 'requests beyond 10 million', amount: 0.3, unit: 'a million', ...workers },
  workersCpu: { what: 'CPU beyond 30 million ms', amount: 0.02, unit: 'a million ms', ...workers },
  r2Reads: { what: 'R2 reads beyond 10 million', amount: 0.36, unit: 'a million', ...r2 },
  denoPlan: { what: 'Deno Deploy Pro', amount: 20, unit: 'a month', ...deno },
  denoRequests: { what: 'requests beyond 5 million', amount: 2, unit: 'a million', ...deno },
  denoTraffic: { what: 'traffic beyond 200 GB', amount: 0.5, unit: 'a GB', ...deno },
  denoCpu: { what: 'CPU beyond 40 hours', amount: 0.05, unit: 'an hour', ...deno },
  lambdaRequests: { what: 'Lambda requests beyond 1 million', amount: 0.2, unit: 'a million', ...lambda },
  lambdaTime: {
    ...{ what: 'Lambda on arm64 beyond 400,000 GB-seconds', amount: 13.3334, unit: 'a million GB-seconds' },
    ...lambda,
  },
  httpApi: {
    ...{ what: 'API Gateway, HTTP API, first 300 million', amount: 1, unit: 'a million' },
    ...{ page: 'https://aws.amazon.com/api-gateway/pricing/', known: '2026' },
  },
  httpApiMore: {
    ...{ what: 'API Gateway, HTTP API, beyond', amount: 0.9, unit: 'a million' },
    ...{ page: 'https://aws.amazon.com/api-gateway/pricing/', known: '2026' },
  },
  s3Reads: { what: 'S3 GET', amount: 0.4, unit: 'a million', ...s3 },
  awsTraffic: { what: 'AWS traffic out beyond 100 GB, to 10 TB', amount: 0.09, unit: 'a GB', ...aws },
  awsTraffic50: { what: 'AWS traffic out, 10 to 50 TB', amount: 0.085, unit: 'a GB', ...aws },
  awsTraffic150: { what: 'AWS traffic out, 50 to 150 TB', amount: 0.07, unit: 'a GB', ...aws },
  awsTrafficMore: { what: 'AWS traffic out beyond 150 TB', amount: 0.05, unit: 'a GB', ...aws },
  cloudFrontRequests: { what: 'CloudFront requests beyond 10 million', amount: 1, unit: 'a million', ...cloudFront },
  cloudFrontTraffic: { what: 'CloudFront traffic beyond 1 TB, to 10 TB', amount: 0.085, unit: 'a GB', ...cloudFront },
  cloudFrontTraffic50: { what: 'CloudFront traffic, 10 to 50 TB', amount: 0.08, unit: 'a GB', ...cloudFront },
  cloudFrontTraffic150: { what: 'CloudFront traffic, 50 to 150 TB', amount: 0.06, unit: 'a GB', ...cloudFront },
  cloudFrontTrafficMore: { what: 'CloudFront traffic beyond 150 TB', amount: 0.04, unit: 'a GB', ...cloudFront },
  flatBusiness: { what: 'CloudFront Business, to 125 million and 50 TB', amount: 200, unit: 'a month', ...flatRate },
  flatPremium: { what: 'CloudFront Premium, to 500 million and 50 TB', amount: 1000, unit: 'a month', ...flatRate },
  flatPremium125: { what: 'the same, to 1,250 million and 125 TB', amount: 2250, unit: 'a month', ...flatRate },
  flatPremium200: { what: 'the same, to 2,000 million and 200 TB', amount: 3500, unit: 'a month', ...flatRate },
  awsServer: { what: 't4g.small, 2 cores, 2 GB', amount: 0.0168, unit: 'an hour', ...ec2 },
  awsDisk: { what: 'disk, gp3', amount: 0.08, unit: 'a GB', ...aws },
  awsAddress: { what: 'IPv4 address', amount: 0.005, unit: 'an hour', ...aws },
  hetznerServer: {
    ...{ what: 'CPX12 with an IPv4 address, 1 core, 2 GB', amount: 11.49, unit: 'a month', currency: '€' },
    ...hetzner,
  },
  hetznerTraffic: {
    ...{ what: 'traffic beyond 20 TB for each server', amount: 1, unit: 'a TB', currency: '€' },
    ...{ ...hetzner, known: '2026-05' },
  },
} as const satisfies Record<string, Price>;

/** The rate of the European Central Bank on 2026-10-28. */
export const dollarsPerEuro = 1.1133;

export function toDollars(price: Price): number {
  return price.currency === '€' ? price.amount * dollarsPerEuro : price.amount;
}
