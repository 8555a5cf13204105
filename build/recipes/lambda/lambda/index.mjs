// Written by galley init lambda. Bundle it into lambda/build, beside the release:
//   npx galley build --out lambda/build/public
//   npx esbuild lambda/index.mjs --bundle --platform=node --format=esm --outfile=lambda/build/index.mjs
// The keys are in the variable GALLEY_KEYS, which template.yaml sets.
import { createLambdaStream } from 'galley/lambda';

export const handler = await createLambdaStream({ out: 'public' });
