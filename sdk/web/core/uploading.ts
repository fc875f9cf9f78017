/** How a file goes straight to storage: progress in percent, cancelling, and going on where the network broke off. */
import { AtriumError } from '../../core/errors.ts'
import { percentOf } from '../../core/rules/limits.ts'
import type { Route } from '../../core/contract.ts'
import { call } from './client.ts'
import type { Upload, UploadOptions } from './uploadProps.ts'
import { translate } from './words.ts'

const directUploads: Route = { plugin: 'media', name: 'directUploads', method: 'POST', path: '/internal_api/direct_uploads', options: { can: 'account' } }
const MOST_RESUMES = 5
/** Bytes sent at once; the smaller ones pass a proxy that was told nothing, which takes a megabyte. */
const PIECES = [8 * 2 ** 20, 900_000]

/** The connection broke; the bytes that arrived are kept by the server. */
class Interrupted extends Error {}
/** Something before the server takes no bodies of this size. */
class TooLarge extends Error {}

/** As `uploadFile` says. */
export async function upload(file: File, { onProgress, onWaiting, signal }: UploadOptions = {}): Promise<Upload> {
  const blob = { filename: file.name, byte_size: file.size, content_type: file.type || 'application/octet-stream' }
  const granted = (await call(directUploads as Route<any>, { body: { blob } } as never, { signal })) as {
    direct_upload: { url: string; headers?: Record<string, string> }
  }
  const { url, headers = {} } = granted.direct_upload
  const progress = (sent: number) => onProgress?.(percentOf(sent, file.size))
  try {
    let offset = 0
    let size = 0
    for (let resumes = 0; ; resumes++) {
      try {
        for (;;) {
          const reply = await put(url, headers, file, offset, offset + PIECES[size]!, progress, signal)
          if (reply.offset >= file.size) {
            progress(file.size)
            return { ...blob, ...reply }
          }
          if (reply.offset <= offset) throw new Interrupted('nothing of the upload arrived')
          offset = reply.offset
          resumes = 0
        }
      } catch (error) {
        if (error instanceof TooLarge && ++size < PIECES.length) continue
        if (!(error instanceof Interrupted)) throw error
        if (!navigator.onLine || (onWaiting && resumes >= MOST_RESUMES)) {
          await new Promise<void>((goOn) => {
            onWaiting?.(goOn)
            addEventListener('online', () => goOn(), { once: true })
            signal?.addEventListener('abort', () => goOn())
          })
          onWaiting?.(null)
          signal?.throwIfAborted()
          resumes = 0
        } else if (resumes === MOST_RESUMES) throw error
        await pause(500 * 2 ** resumes, signal)
        offset = await storedBytes(url, signal).catch(() => offset)
      }
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof AtriumError) throw cause
    throw new AtriumError(0, 'upload_failed', translate('sdk', 'error.direct_upload'), { cause })
  }
}

/** How many bytes the server holds of an upload that broke off. */
async function storedBytes(url: string, signal?: AbortSignal): Promise<number> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Interrupted(`asking for the offset answered ${response.status}`)
  const { offset }: { offset: number } = await response.json()
  return offset
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      fail(signal.reason)
    })
  })
}

/** fetch tells nothing about the bytes it has sent; XMLHttpRequest does. */
function put(
  url: string,
  headers: Record<string, string>,
  file: File,
  offset: number,
  end: number,
  progress: (sent: number) => void,
  signal?: AbortSignal,
): Promise<Upload & { offset: number }> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel)
    // a connection without a network under it stays silent for minutes before it breaks
    addEventListener('offline', cancel)
    const settle = (text: string) => {
      try {
        done(JSON.parse(text))
      } catch (cause) {
        fail(new Error('the upload was answered with something else than JSON', { cause }))
      }
    }
    request.open('PUT', url)
    for (const [name, value] of Object.entries({ 'content-type': file.type || 'application/octet-stream', ...headers, 'upload-offset': String(offset) }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => progress(offset + event.loaded)
    request.onload = () => {
      const { status } = request
      if (status >= 200 && status < 300) settle(request.responseText)
      else if (status === 409 || status === 503) fail(new Interrupted(`the upload answered ${status}`))
      else fail(refusal(status, request.responseText))
    }
    request.onerror = () => fail(new Interrupted('the connection broke'))
    request.onabort = () => fail(signal?.aborted ? signal.reason : new Interrupted('the network is gone'))
    request.onloadend = () => {
      signal?.removeEventListener('abort', cancel)
      removeEventListener('offline', cancel)
    }
    request.send(file.slice(offset, end))
  })
}

function refusal(status: number, text: string): Error {
  try {
    const { message, code, error_details } = JSON.parse(text)
    if (typeof message === 'string') return new AtriumError(status, code ?? 'upload_failed', message, { details: error_details })
  } catch {}
  return new (status === 413 ? TooLarge : Error)(`the upload answered ${status}`)
}
