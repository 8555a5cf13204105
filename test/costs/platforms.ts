import { type Price, prices, toDollars } from './prices.ts';
import { assumed, type Use } from './use.ts';

/** One item of a bill; `sum` shows how it comes about. */
export interface Item {
  what: string;
  sum: string;
  dollars: number;
}

export interface Platform {
  name: string;
  /** The bill of a month; null where the plan does not allow that much. */
  bill(use: Use): Item[] | null;
}

/** In the order of the page. */
export const platforms: readonly Platform[] = [
  {
    name: 'Cloudflare Workers Free, assets',
    // A twelfth of a year has 30.4 days of 100,000 requests.
    bill: ({ requests }) => (requests > 3 ? null : []),
  },
  { name: 'Cloudflare Workers Paid, assets', bill: billWorkers },
  {
    name: 'Cloudflare Workers Paid, R2',
    bill: (use) => [...billWorkers(use), metered(prices.r2Reads, assumed.readsPerBody * use.bodies, 10)],
  },
  {
    name: 'Deno Deploy Free',
    bill: ({ requests, gigabytes }) => (requests > 1 || gigabytes > 20 ? null : []),
  },
  { name: 'Deno Deploy Pro', bill: billDeno },
  { name: 'AWS Lambda, Function URL, S3', bill: (use) => [...billLambda(use), ...awsTraffic(use.gigabytes)] },
  {
    name: 'AWS Lambda, HTTP API, S3',
    bill: (use) => [
      ...billLambda(use),
      metered(prices.httpApi, Math.min(use.requests, 300), 0),
      metered(prices.httpApiMore, use.requests, 300),
      ...awsTraffic(use.gigabytes),
    ],
  },
  {
    name: 'AWS Lambda behind CloudFront, S3',
    bill: (use) => [
      ...billLambda(use),
      metered(prices.cloudFrontRequests, use.requests, 10),
      ...tiered(use.gigabytes, 1000, [
        [10_000, prices.cloudFrontTraffic],
        [50_000, prices.cloudFrontTraffic50],
        [150_000, prices.cloudFrontTraffic150],
        [Number.POSITIVE_INFINITY, prices.cloudFrontTrafficMore],
      ]),
    ],
  },
  {
    name: 'the same, CloudFront at a flat rate',
    bill: (use) => [...billLambda(use), ...flatRate(use)],
  },
  {
    name: 'nginx and 2 replicas on AWS, S3',
    bill: (use) => [
      fixed(prices.awsServer, (assumed.replicas + 1) * assumed.hoursOfMonth),
      fixed(prices.awsDisk, (assumed.replicas + 1) * assumed.diskGigabytes),
      fixed(prices.awsAddress, assumed.hoursOfMonth),
      metered(prices.s3Reads, readsOfReplicas(use), 0),
      ...awsTraffic(use.gigabytes),
    ],
  },
  {
    name: 'nginx and 2 replicas at Hetzner, R2',
    bill: (use) => [
      fixed(prices.hetznerServer, assumed.replicas + 1),
      metered(prices.hetznerTraffic, use.gigabytes / 1000, 20),
      metered(prices.r2Reads, readsOfReplicas(use), 10),
    ],
  },
  {
    name: 'one server at Hetzner, nginx and Galley',
    bill: (use) => [fixed(prices.hetznerServer, 1), metered(prices.hetznerTraffic, use.gigabytes / 1000, 20)],
  },
];

function billWorkers({ requests }: Use): Item[] {
  return [
    fixed(prices.workersPlan, 1),
    metered(prices.workersRequests, requests, 10),
    metered(prices.workersCpu, requests * assumed.cpuMs, 30),
  ];
}

function billDeno({ requests, gigabytes }: Use): Item[] {
  return [
    fixed(prices.denoPlan, 1),
    metered(prices.denoRequests, requests, 5),
    metered(prices.denoTraffic, gigabytes, 200),
    // Milliseconds of a million requests, in hours.
    metered(prices.denoCpu, (requests * assumed.cpuMs * 1000) / 3600, 40),
  ];
}

function billLambda({ requests, bodies }: Use): Item[] {
  const { body, notModified } = assumed.lambdaMs;
  const seconds = (bodies * body + (requests - bodies) * notModified) / 1000;
  return [
    metered(prices.lambdaRequests, requests, 1),
    metered(prices.lambdaTime, seconds * assumed.lambdaGigabytes, 0.4),
    metered(prices.s3Reads, bodies * assumed.readsPerBody, 0),
  ];
}

/** Millions of reads: which release is current, and what is not in memory. */
function readsOfReplicas({ bodies }: Use): number {
  const polls = (assumed.replicas * assumed.hoursOfMonth * 3600) / assumed.pollSeconds / 1e6;
  return polls + bodies * assumed.missShare;
}

/** The least plan that holds a month; the smallest is free, and the one of $15 holds no 100 million. */
function flatRate({ requests, gigabytes }: Use): Item[] {
  const plans: readonly [millions: number, terabytes: number, price: Price | null][] = [
    [1, 0.1, null],
    [125, 50, prices.flatBusiness],
    [500, 50, prices.flatPremium],
    [1250, 125, prices.flatPremium125],
    [2000, 200, prices.flatPremium200],
  ];
  const plan = plans.find(([millions, terabytes]) => requests <= millions && gigabytes <= terabytes * 1000);
  if (plan === undefined) throw new Error(`No plan holds ${requests} million requests and ${gigabytes} GB.`);
  return plan[2] === null ? [] : [fixed(plan[2], 1)];
}

function awsTraffic(gigabytes: number): Item[] {
  return tiered(gigabytes, 100, [
    [10_000, prices.awsTraffic],
    [50_000, prices.awsTraffic50],
    [150_000, prices.awsTraffic150],
    [Number.POSITIVE_INFINITY, prices.awsTrafficMore],
  ]);
}

function fixed(price: Price, count: number): Item {
  return { what: price.what, sum: `${show(count)} × ${showPrice(price)}`, dollars: count * toDollars(price) };
}

/** `amount` and `included` in the unit of the price. */
function metered(price: Price, amount: number, included: number): Item {
  const billed = included === 0 ? show(amount) : `(${show(amount)} − ${show(included)})`;
  const sum = amount <= included ? '0' : `${billed} × ${showPrice(price)}`;
  return { what: price.what, sum, dollars: Math.max(0, amount - included) * toDollars(price) };
}

/** Each price holds up to its bound; `free` comes off the first. */
function tiered(gigabytes: number, free: number, tiers: readonly (readonly [bound: number, price: Price])[]): Item[] {
  let from = free;
  const items: Item[] = [];
  for (const [bound, price] of tiers) {
    if (gigabytes > from || from === free) items.push(metered(price, Math.min(gigabytes, bound), from));
    from = bound;
  }
  return items;
}

function show(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function showPrice({ currency = '$', amount, unit }: Price): string {
  return `${currency}${amount} ${unit}`;
}
