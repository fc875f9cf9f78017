/** Errors are swallowed nowhere: a database that is away is not taken for "not there". */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What is on its way up already, or at its end, and is only cleared away behind. */
const CLEARING = 'clears away behind an error that is on its way up, or at the end of the process'
/** Whoever waits for the same promise gets the error. */
const ELSEWHERE = 'the error goes to whoever waits for the same promise'
/** Catches that look at nothing, by file: how many, and why nothing of the house's own is hidden. It only goes down. */
const HONEST: Record<string, [number, string]> = {
  'kernel/accounts/passkeys.ts': [2, 'checks what a browser has signed, by itself'],
  'kernel/communities/communities.ts': [1, 'a mark of something unread is no reason to fail'],
  'kernel/communities/fresh.ts': [1, ELSEWHERE],
  'kernel/communities/reach.ts': [1, 'any failure of a call to the domain says that it does not lead here'],
  'launch/embedded.ts': [3, 'a server that does not answer is taken for one that is gone'],
  'kernel/data/index.ts': [1, CLEARING],
  'kernel/data/migrate.ts': [2, CLEARING],
  'kernel/data/owner.ts': [1, CLEARING],
  'kernel/data/pools.ts': [2, 'the statement after it in the same connection fails too, and says so'],
  'kernel/data/signals.ts': [1, CLEARING],
  'kernel/data/unit.ts': [1, CLEARING],
  'sdk/server/fileKinds.ts': [1, 'looks at bytes in memory'],
  'kernel/files/s3.ts': [3, 'servers that forbid the question; a question that is asked anew'],
  'kernel/files/uploads.ts': [2, 'a sender that broke off; the error goes to who receives'],
  'kernel/http/static.ts': [2, 'looks whether a built file is there'],
  'kernel/jobs/worker.ts': [3, CLEARING],
  'launch/main.ts': [1, CLEARING],
  'kernel/observe/metrics.ts': [1, 'a figure that cannot be counted is absent'],
  'kernel/operator/manifest.ts': [1, 'looks whether a path is there'],
  'kernel/operator/owner.ts': [1, CLEARING],
  'plugins/community/server/service/domain.ts': [1, 'name servers that do not answer'],
  'plugins/courses/server/service/seat.ts': [1, ELSEWHERE],
  'plugins/email/server/service/domains.ts': [1, 'name servers that do not answer'],
  'plugins/media/server/providers/preview.ts': [1, 'reads a page in memory'],
  'plugins/media/server/service/transcodings.ts': [2, CLEARING],
  'plugins/notifications/server/service/replies.ts': [1, 'reads an email in memory'],
  'plugins/packages/server/service/archive.ts': [1, 'reads an archive that lies in a folder'],
  'plugins/packages/server/service/right.ts': [1, ELSEWHERE],
  'plugins/payments/server/providers/stripe.ts': [1, 'the provider tries the card again by itself'],
  'sdk/server/isolated.ts': [1, ELSEWHERE],
  'sdk/server/proof.ts': [1, 'reads what a browser has sent'],
  'sdk/server/said.ts': [1, 'looks whether a source is there'],
}

interface Catch {
  line: number
  /** How it calls the error; undefined where it takes none. */
  name: string | undefined
  body: string
  /** Whether what it guards waits for anybody: what does not asks no database. */
  waits: boolean
}
const BEGIN = /\bcatch \{|\bcatch \((\w+)\) \{|\.catch\(\((?:(\w+)[^)]*)?\) =>/
function catchesIn(text: string): Catch[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at): Catch[] => {
    const found = /^\s*(\*|\/\/|\/\*)/.test(line) ? null : BEGIN.exec(line)
    if (!found) return []
    const indent = /^\s*/.exec(line)![0]
    const isInner = (other: string | undefined) => other !== undefined && (other === '' || other.startsWith(`${indent} `))
    let end = at + 1
    while (isInner(lines[end])) end++
    let begin = at - 1
    while (isInner(lines[begin])) begin--
    const isPromise = found[0].startsWith('.')
    return [
      {
        line: at + 1,
        name: found[1] ?? found[2],
        body: [line.slice(found.index + found[0].length), ...lines.slice(at + 1, end)].join('\n'),
        waits: isPromise || /\bawait\b/.test(lines.slice(begin, at).join('\n')),
      },
    ]
  })
}
const isBare = ({ name, body, waits }: Catch) => waits && !(name && new RegExp(`\\b${name}\\b`).test(body))

describe('what is caught', () => {
  const sources = globSync(['{launch,kernel}/**/*.ts', 'sdk/{server,core,kernel}/**/*.ts', 'plugins/*/server/**/*.ts', 'sdk/create/template/server/**/*.ts'], {
    cwd: ROOT,
    exclude: ['plugins/*/server/browser/**'],
  }).map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const)

  it('is told from what is looked at, and from what waits for nobody', () => {
    const bare = (text: string) =>
      catchesIn(text)
        .filter(isBare)
        .map(({ line }) => line)
    expect(bare('const a = await ask().catch(() => null)')).to.deep.equal([1])
    expect(bare('const a = await ask().catch((error) => null)')).to.deep.equal([1])
    expect(bare('  try {\n    await ask()\n  } catch {\n    return null\n  }')).to.deep.equal([3])
    expect(bare('  try {\n    await ask()\n  } catch (error) {\n    return null\n  }')).to.deep.equal([3])
    expect(bare('  try {\n    await ask()\n  } catch (error) {\n    throw told(error)\n  }')).to.deep.equal([])
    expect(bare('  try {\n    return JSON.parse(text)\n  } catch {\n    return null\n  }')).to.deep.equal([])
    expect(bare('const a = await ask().catch((error) => {\n  if (!isRefusal(error)) throw error\n})')).to.deep.equal([])
  })
  it('is looked at: a refusal is an answer (`unlessRefused`, `isRefusal`), everything else goes on up', () => {
    expect(sources.length).to.be.greaterThan(500)
    const found = sources.flatMap(([file, text]) =>
      catchesIn(text)
        .filter(isBare)
        .map((one) => [file, one.line] as const),
    )
    const counts = [...Map.groupBy(found, ([file]) => file)].map(([file, all]) => [file, all.length] as const)
    const more = counts
      .filter(([file, count]) => count > (HONEST[file]?.[0] ?? 0))
      .map(([file]) => found.filter(([name]) => name === file).map((place) => place.join(':')))
    expect(more.flat(), 'catches that hide whatever happens').to.deep.equal([])
    expect(Object.fromEntries(counts), 'the list above has some that are gone').to.deep.equal(
      Object.fromEntries(Object.entries(HONEST).map(([file, [count]]) => [file, count])),
    )
  })
  it('is told from failures in one form', () => {
    const own = /instanceof AtriumError\)? (&&|\|\|) \w+\.status (<|>=) 500|\.status >= 500\)\) throw/
    expect(sources.filter(([file, text]) => file !== 'sdk/server/errors.ts' && own.test(text)).map(([file]) => file)).to.deep.equal([])
  })
})
