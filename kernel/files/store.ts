/** What the files module asks of the place where bytes lie, so that another kind of place can stand in for the disk. */
import type { Readable } from 'node:stream'

export interface BlobStore {
  /** Of a place that can be set wrongly: asks it once, at the start. @throws StartError */
  open?(): Promise<void>
  /** Of a place beyond this machine: asks it. @throws AtriumError 503 */
  check?(): Promise<unknown>
  /** Why bytes that nobody needs stay until an admin has decided, or null. */
  waits?(): Promise<string | null>
  /** A name for new bytes. */
  newName(): Promise<string>
  /**
   * Stores bytes under a name, whole or not at all. Returns how many there were.
   * @throws AtriumError 507 `storage_full`; whatever `bytes` throws
   */
  write(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number>
  /** Gives stored bytes another name; what had that name before is gone. */
  move(from: string, to: string): Promise<void>
  /** Makes one of several, in their order; the pieces are gone afterwards. @throws AtriumError 507 `storage_full` */
  join(pieces: string[], to: string): Promise<void>
  /** `end` is the last byte that is read, inclusive. */
  read(name: string, range?: { start: number; end: number }): Readable
  /** Bytes, or null when there is nothing of this name. */
  size(name: string): Promise<number | null>
  /** Removes this name and all that begin with it and a dot; nothing where it is another installation's. */
  remove(name: string): Promise<void>
  /** Names of this installation that were last written before a moment. */
  list(before: Date): AsyncIterable<string>
}
