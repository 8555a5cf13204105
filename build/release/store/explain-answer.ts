import { codeOf, type S3Answer } from '../../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';

/** What to do where a store refuses, by the code of its answer. */
const advice: Readonly<Record<string, string>> = {
  AccessDenied:
    'The credentials lack a permission that this needs: s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject',
  AuthorizationHeaderMalformed: 'The region is probably another one: set AWS_REGION to that of the bucket',
  ExpiredToken: 'The credentials have ended: get new ones',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is none that the store knows; or AWS_ENDPOINT_URL_S3 leads to another store',
  InvalidToken: 'AWS_SESSION_TOKEN does not belong to these credentials, or has ended',
  NoSuchBucket: 'There is no such bucket at this store: make it, or correct its name or AWS_ENDPOINT_URL_S3',
  PermanentRedirect: 'The bucket is in another region: set AWS_REGION to that',
  RequestTimeTooSkewed:
    "The clock of this machine is wrong by more than the store accepts (15 minutes at Amazon's): set it",
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or a proxy changes requests',
};

/** An error for an answer of a store that was not expected. `what` is what was to be done, such as `Reading the list`. */
export function explainAnswer(answer: S3Answer, what: string): UsageError {
  const code = codeOf(answer).trim();
  // An answer to HEAD has no body; a wrong region is mostly answered by 301 or 400.
  const known = advice[code] ?? (code === '' && answer.status === 403 ? advice.AccessDenied : undefined);
  const fix = known ?? (answer.status === 301 ? advice.PermanentRedirect : undefined);
  const said = `the store answered ${answer.status}${code === '' ? '' : ` ${code}`}`;
  return new UsageError(`${what}: ${said}.${fix === undefined ? '' : ` ${fix}.`}`);
}
