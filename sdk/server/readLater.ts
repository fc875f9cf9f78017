/** Files of this machine that are handed on. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/**
 * The bytes of a file, opened only when somebody begins to read: `createReadStream` opens at once, and where the file goes before anybody reads,
 * its error reaches nobody and ends the process.
 */
export const readLater = (file: string): Readable => Readable.from(bytesOf(file))
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}
