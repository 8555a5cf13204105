/**
 * A recipe adds what one platform needs to a repository. To add one:
 *
 * 1. Put its files into `build/recipes/<name>/`. Each is written to the same path in the working directory, so
 *    `build/recipes/nginx/nginx/galley.conf` becomes `nginx/galley.conf`. The folder is shipped as it is, and not compiled.
 * 2. Write `{{port}}` and the like where a value of the configuration belongs; `RecipeValues` has the names. An unknown name
 *    throws. `languages` in `write-recipe.ts` says how values are written in a file: a new kind of file goes there.
 * 3. Add an entry to `recipes.ts`.
 */
export interface Recipe {
  /** What it is for, in a few words, for the help. */
  title: string;
  /**
   * Lines printed after the names of the files: what to do next, commands first in their line. `{{…}}` is filled in as
   * it is, so only with what needs no quotes: `port`, `nextPort` and `name`.
   */
  next: readonly string[];
  /** Whether a program of the platform calls an adapter, so that settings of `galley serve` have no effect. */
  withoutServe?: boolean;
  /** Lines for .gitignore: secrets, and what the commands of the platform write. */
  ignored?: readonly string[];
}

/** What a recipe is filled in with. All are text. */
export interface RecipeValues {
  /** Scheme and host under which readers reach the API, such as `https://articles.example.com`. */
  site: string;
  /** The host of it alone, without a port: `articles.example.com`. */
  siteHost: string;
  /** Where `galley serve` listens. */
  host: string;
  port: string;
  /** The port after it, for a second replica. */
  nextPort: string;
  /** The folder of the release, relative to the working directory. */
  out: string;
  /** The keys file, as the configuration has it, and absolute. */
  keys: string;
  keysPath: string;
  /** The working directory, absolute. */
  folder: string;
  /** The name of the repository, in lower-case letters, digits and `-`: for a worker, an image, a function. */
  name: string;
}

/** The commands after a recipe for a website. */
const ofWebsite: readonly string[] = [
  'npx galley key new website',
  'cd website && cp .env.example .env    # fill in the key; the secret is that of galley serve --hook WEBSITE/hook',
  'npm install    # the API must run: it hands out its client',
  'npm run build && npm start',
  'Set articleUrl to the address of the website, such as https://www.example.com/{slug}',
];

/** All recipes of `galley init`, by name. */
export const recipes = {
  astro: {
    title: 'a website of Astro',
    next: ofWebsite,
    ignored: ['/website/.astro/', '/website/.env', '/website/dist/', '/website/node_modules/'],
  },
  cloudflare: {
    title: 'a Worker of Cloudflare',
    withoutServe: true,
    next: [
      'npm install --save-dev wrangler',
      'npx galley key new web && npx galley deploy keys cloudflare | npx wrangler secret bulk',
      'npx galley build --site https://{{name}}.YOUR-SUBDOMAIN.workers.dev',
      'npx wrangler deploy && npx galley deploy check https://{{name}}.YOUR-SUBDOMAIN.workers.dev',
    ],
    ignored: ['.dev.vars', '.wrangler/'],
  },
  next: {
    title: 'a website of Next.js',
    next: ofWebsite,
    ignored: ['/website/.env', '/website/.next/', '/website/next-env.d.ts', '/website/node_modules/'],
  },
  nginx: {
    title: 'nginx that checks keys and caches responses, in front of two servers',
    next: [
      'echo "nginxCache: {seconds: 5}" >> galley.config.yaml    # how long responses are cached',
      'npx galley key new web    # nginx needs the keys file',
      'npx galley serve --port {{port}} & npx galley serve --port {{nextPort}} &',
      'sudo apt-get install nginx libnginx-mod-http-js',
      'sudo ln -s "$PWD/nginx/galley.conf" /etc/nginx/conf.d/ && sudo nginx -t && sudo systemctl reload nginx',
      'After each galley key new or revoke: sudo systemctl reload nginx',
    ],
  },
  lambda: {
    title: 'a function of AWS Lambda',
    withoutServe: true,
    next: [
      'npx galley key new web    # GALLEY_KEYS is the name and digest it prints',
      'npx galley build --out lambda/build/public',
      'npm install --save-dev esbuild',
      'npx esbuild lambda/index.mjs --bundle --platform=node --format=esm --outfile=lambda/build/index.mjs',
      'sam deploy --template-file lambda/template.yaml --stack-name {{name}} --resolve-s3 --capabilities CAPABILITY_IAM \\',
      '  --parameter-overrides GalleyKeys=$GALLEY_KEYS',
    ],
    ignored: ['/lambda/build/'],
  },
  bun: {
    title: 'a server for Bun',
    withoutServe: true,
    next: [
      'npx galley build',
      'npx galley key new web    # GALLEY_KEYS is the name and digest it prints',
      'GALLEY_KEYS=... bun bun/serve.mjs',
    ],
  },
  github: {
    title: 'a workflow of GitHub that checks pull requests, and publishes what is on main',
    next: [
      'gh variable set GALLEY_STORE --body s3://BUCKET/PREFIX    # without it, wrangler deploys',
      'gh variable set AWS_ROLE --body arn:aws:iam::ACCOUNT:role/NAME && gh variable set AWS_REGION --body eu-central-1',
      'git add .github && git commit -m "Publish by a workflow" && git push',
    ],
  },
  deno: {
    title: 'a server for Deno, or an app of Deno Deploy',
    withoutServe: true,
    next: [
      'npx galley build',
      'npx galley key new web    # GALLEY_KEYS is the name and digest it prints',
      'GALLEY_KEYS=... deno run --allow-net --allow-read --allow-env deno/main.mjs',
    ],
  },
  docker: {
    title: 'an image that holds the release and serves it',
    next: [
      "npx galley key new web    # its line for GALLEY_KEYS goes into .env, as GALLEY_KEYS='…'",
      'docker compose up --build --detach --wait',
    ],
    ignored: ['.env'],
  },
  kubernetes: {
    title: 'replicas in Kubernetes that serve the release of an object store',
    next: [
      'docker build -t REGISTRY/{{name}} -f kubernetes/Dockerfile node_modules/galley/dist && docker push REGISTRY/{{name}}',
      'npx galley key new web && kubectl create secret generic galley-keys --from-file=galley.keys.json',
      'kubectl create configmap galley-config --from-file=galley.config.yaml    # only for keepAlive, hooks and the like',
      'npx galley build && npx galley push s3://BUCKET/PREFIX',
      'kubectl apply -f kubernetes/galley.yaml    # after REGISTRY, BUCKET and REGION are replaced in it',
    ],
  },
  systemd: {
    title: 'services of systemd, one for each port',
    next: [
      'npx galley key new web && npx galley build',
      'sudo cp systemd/galley@.service /etc/systemd/system/ && sudo systemctl daemon-reload',
      'sudo systemctl enable --now galley@{{port}} galley@{{nextPort}}',
      'After each galley key new or revoke: sudo systemctl restart galley@{{port}} && sudo systemctl restart galley@{{nextPort}}',
    ],
  },
} as const satisfies Record<string, Recipe>;

export type RecipeName = keyof typeof recipes;

export const recipeNames = Object.keys(recipes) as RecipeName[];

export function isRecipe(name: string): name is RecipeName {
  return Object.hasOwn(recipes, name);
}
