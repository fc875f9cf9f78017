/** What an upload takes and gives: shared by its light face and by the code that comes later. */
export interface Upload {
  id: number
  /** Names the file in the call that attaches it. */
  signed_id: string
  filename: string
  /** What the bytes are, whatever the file was called. */
  content_type: string
  byte_size: number
  /** Pixels of a picture; null for other files. */
  width: number | null
  height: number | null
  /** A tiny picture as a data: address. */
  placeholder: string | null
  url: string | null
  /** What rich text names the file by. */
  attachable_sgid: string
}
export interface UploadOptions {
  /** Told 0 to 100. */
  onProgress?: (percent: number) => void
  /** Told when the connection is gone and the upload waits: `goOn` tries at once. Null once it goes on. */
  onWaiting?: (goOn: (() => void) | null) => void
  signal?: AbortSignal
}
