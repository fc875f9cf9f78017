/** The SDK's public surface changes only where somebody has looked at the change. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { REPORT, report } from '../../sdk/create/api.ts'
import { REFERENCE, reference } from '../../sdk/create/reference.ts'

describe('public surface of the SDK', () => {
  function compare(made: string, file: string, command: string): void {
    const [now, written] = [made.split('\n'), readFileSync(file, 'utf8').split('\n')]
    const at = now.findIndex((line, i) => line !== written[i])
    if (at < 0 && now.length === written.length) return
    const line = at < 0 ? now.length : at
    expect.fail(
      `${file} is out of date from line ${line + 1} on:\n  written: ${written[line] ?? '(end)'}\n  now:     ${now[line] ?? '(end)'}\nIf the change is meant, run ${command} and commit the report.`,
    )
  }
  it('is what sdk/api.md says', () => compare(report(), REPORT, 'node sdk/create/api.ts'))
  it('is told beside what the house offers, as sdk/reference.md says', async () => compare(await reference(), REFERENCE, 'node sdk/create/reference.ts'))

  it('tells calls with what they take and answer, slots with what they hand on, and services with their types', async () => {
    const text = await reference()
    for (const part of [
      '`create`: **POST /internal_api/polls** (member)',
      '- `profile.about`: `OfMember`',
      'interface ContentKind {',
      '`poll.voted`: `{ pollId: number;',
      "import shell from '@atrium/sdk/kernel/shell'",
    ])
      expect(text).to.include(part)
  })

  it('lists every entry with what it declares', () => {
    const text = report()
    for (const part of [
      '## @atrium/sdk\n',
      '## @atrium/sdk/server',
      '## @atrium/sdk/web',
      '## @atrium/sdk/testing',
      '## @atrium/sdk/vite',
      'class AtriumError extends Error {',
      'interface Ctx {',
      'function useRead<R extends AnyRoute>(',
      'function describePlugin(folder: string',
    ])
      expect(text).to.include(part)
  })
})
