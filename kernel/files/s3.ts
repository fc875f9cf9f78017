/** Files in a bucket of Amazon S3 or of a server that speaks its language; the bucket must be Atrium's alone, since the sweep tidies all of it. */
import { PassThrough, Readable } from 'node:stream'
import { AtriumError } from '@atrium/sdk'
import type { S3 } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { StartError } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import type { BlobStore } from './store.ts'

/** So much of one file is in memory; S3 takes no smaller part but the last below 5 MB. */
const PART = 8 * 2 ** 20
const RETRY_SECONDS = 10
/** Each download to a slow reader holds one. */
const sockets = { maxSockets: 500 }

const isAbsent = (error: any) => error?.name === 'NoSuchKey' || error?.name === 'NotFound'

/** @throws from each of its functions: AtriumError 503 `unavailable` when the bucket cannot be used just now */
export function s3Store({ endpoint, bucket: Bucket, region, accessKey, secretKey }: S3Config, log: Pick<Log, 'warn'>): BlobStore {
  let client: Promise<S3> | undefined
  // loaded when first needed: the package is large, and most installations keep files on their disk
  const connect = () =>
    (client ??= import('@aws-sdk/client-s3').then(
      ({ S3 }) =>
        new S3({
          region,
          credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
          ...(endpoint && { endpoint, forcePathStyle: true }),
          // checksums in trailers are Amazon's own; others refuse them
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
          requestHandler: { connectionTimeout: 2_000, requestTimeout: 30_000, throwOnRequestTimeout: true, httpAgent: sockets, httpsAgent: sockets },
        }),
    ))

  function failed(cause: any): unknown {
    if (isAbsent(cause)) return cause
    log.warn({ err: cause }, 'the bucket of files does not do what was asked')
    if (cause?.$metadata?.httpStatusCode === 507)
      return new AtriumError(507, 'storage_full', 'The server is out of storage. Contact the platform owner.', { cause })
    return new AtriumError(503, 'unavailable', 'File storage isn’t available right now. Try again in a moment.', { retryAfter: RETRY_SECONDS, cause })
  }
  const ask = async <T>(call: (s3: S3) => Promise<T>): Promise<T> => {
    const s3 = await connect()
    return call(s3).catch((error) => Promise.reject(failed(error)))
  }

  async function write(Key: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    const [client, { Upload }] = await Promise.all([connect(), import('@aws-sdk/lib-storage')])
    let size = 0
    let broken: { cause: unknown } | undefined
    const counted = async function* () {
      try {
        for await (const chunk of bytes) {
          size += chunk.length
          yield chunk
        }
      } catch (cause) {
        broken = { cause }
        throw cause
      }
    }
    // what is sent already is given up when a part fails; should that fail too, `list` does it later
    await new Upload({ client, params: { Bucket, Key, Body: Readable.from(counted(), { objectMode: false }) }, partSize: PART, queueSize: 1 })
      .done()
      .catch((error) => Promise.reject(broken ? broken.cause : failed(error)))
    return size
  }

  const read: BlobStore['read'] = (Key, range) => {
    const out = new PassThrough()
    ask((s3) => s3.getObject({ Bucket, Key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) })).then(
      ({ Body }) => {
        const body = Body as Readable
        body.once('error', (error) => out.destroy(failed(error) as Error))
        if (out.destroyed) body.destroy()
        else body.pipe(out.once('close', () => body.destroy()))
      },
      (error) => out.destroy(error),
    )
    return out
  }

  const erase = (Key: string) => ask((s3) => s3.deleteObject({ Bucket, Key }))

  async function* objects(Prefix?: string) {
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await ask((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken }))
      for (const { Key, LastModified } of page.Contents ?? []) yield { name: Key!, changed: LastModified! }
      if (!(ContinuationToken = page.NextContinuationToken)) return
    }
  }

  return {
    async open() {
      const s3 = await connect()
      const place = `the bucket "${Bucket}" at ${endpoint ?? 'Amazon S3'}`
      await s3.listObjectsV2({ Bucket, MaxKeys: 1 }).catch((cause) => {
        const status = cause.$metadata?.httpStatusCode ?? 500
        // everything but files works meanwhile
        if (status >= 500) return log.warn({ err: cause }, `${place} does not answer; files are out of reach until it does`)
        if (cause.name === 'NoSuchBucket') throw new StartError(`There is no ${place.slice(4)}; make it, or correct S3_BUCKET.`, { cause })
        const wrong = status === 403 ? 'S3_ACCESS_KEY and S3_SECRET_KEY' : 'S3_BUCKET, S3_ENDPOINT and S3_REGION'
        throw new StartError(`Files cannot be kept in ${place} (${cause.name}); check ${wrong}.`, { cause })
      })
    },
    write,
    read,
    async move(from, to) {
      await ask((s3) => s3.copyObject({ Bucket, Key: to, CopySource: `${Bucket}/${encodeURIComponent(from)}` }))
      await erase(from)
    },
    async join(pieces, to) {
      const all = async function* () {
        for (const piece of pieces) yield* read(piece)
      }
      await write(to, all())
      await Promise.all(pieces.map(erase))
    },
    size: (Key) =>
      ask((s3) => s3.headObject({ Bucket, Key })).then(
        ({ ContentLength }) => ContentLength!,
        (error) => (isAbsent(error) ? null : Promise.reject(error)),
      ),
    async remove(name) {
      await erase(name)
      for await (const object of objects(`${name}.`)) await erase(object.name)
    },
    async *list(before) {
      // parts that a crash left have no name and would cost for ever; where the server or the key forbids the question, its own rules must end them
      const s3 = await connect()
      const { Uploads } = await s3.listMultipartUploads({ Bucket }).catch(() => ({ Uploads: [] }))
      for (const { Key, UploadId, Initiated } of Uploads ?? []) if (Initiated! < before) await ask((s3) => s3.abortMultipartUpload({ Bucket, Key, UploadId }))
      for await (const { name, changed } of objects()) if (changed < before) yield name
    },
  }
}
