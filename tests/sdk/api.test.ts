/** The SDK's public surface changes only where somebody has looked at the change. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { REPORT, report } from '../../sdk/create/api.ts'

describe('public surface of the SDK', () => {
  it('is what sdk/api.md says', () => {
    const [now, written] = [report().split('\n'), readFileSync(REPORT, 'utf8').split('\n')]
    const at = now.findIndex((line, i) => line !== written[i])
    if (at < 0 && now.length === written.length) return
    const line = at < 0 ? now.length : at
    expect.fail(
      `sdk/api.md is out of date from line ${line + 1} on:\n  written: ${written[line] ?? '(end)'}\n  now:     ${now[line] ?? '(end)'}\nIf the change is meant, run node sdk/create/api.ts and commit the report.`,
    )
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
