/** Files that are handed on and may be gone before they are read. */
import { readLater } from '@atrium/sdk/server'
import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

describe('files that are read later', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-later-'))
  const file = path.join(folder, 'part')
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('are opened when somebody reads them, and not before', async () => {
    const stream = readLater(file)
    // asked after it, so that it had been opened by now
    await stat(folder)
    writeFileSync(file, 'celadon')
    expect(await text(stream)).to.equal('celadon')
  })

  it('end nothing where they are gone and nobody reads them; who reads is told', async () => {
    const uncaught: Error[] = []
    const hear = (error: Error) => uncaught.push(error)
    process.prependListener('uncaughtException', hear)
    readLater(path.join(folder, 'gone'))
    const said = await text(readLater(path.join(folder, 'gone too'))).catch((error: NodeJS.ErrnoException) => error.code)
    process.removeListener('uncaughtException', hear)
    expect([said, uncaught]).to.deep.equal(['ENOENT', []])
  })
})
