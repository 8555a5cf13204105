import { createWorker } from 'galley/cloudflare';

// Its options are in the guide: content/cloudflare.md of Galley.
export default createWorker();
