import type { Awaitable } from '../../core/awaitable.ts';

/** Where a folder lies in an object store that speaks S3, and who reads it. */
export interface S3Options {
  bucket: string;
  /** Below which the folder lies, without slashes around it: `articles/live`. The whole bucket unless given. */
  prefix?: string;
  region: string;
  /**
   * Scheme and host, such as `https://s3.example.com`; Amazon's of the region unless given. `http:` is for this machine and private
   * networks.
   */
  endpoint?: string;
  /** Where the bucket is named: in the path, as unless given, or in the host, which is what Amazon prefers and gets without `endpoint`. */
  addressing?: 'path' | 'virtual-hosted';
  /** Asked before each request; null sends none, for a bucket that anybody may read. */
  credentials: Credentials | null | (() => Awaitable<Credentials | null>);
  /** Unless given, the one of the platform. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds that one request may take until its last byte is there; 3,000 unless given. */
  attemptTimeout?: number;
  /** Milliseconds that a read may take with all its tries; 6,000 unless given. */
  timeout?: number;
  /** How often a read is tried; 4 times unless given. */
  attempts?: number;
  /** Requests that are sent at the same time; 32 unless given. */
  concurrency?: number;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of credentials that end after some hours. */
  sessionToken?: string;
}
