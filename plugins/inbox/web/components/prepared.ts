/** Prepared replies: found by what is typed behind a slash, with the names of who asks put in. */
import { useRead, useSession, useSettled } from '@atrium/sdk/web'
import contract, { type InboxPerson, type PreparedReply } from '../../contract.ts'

const { routes } = contract
const SHOWN = 8
/** `/el` at the beginning or behind a space, up to where one writes. */
const ASKED = /(?:^|\s)\/([\p{L}\p{N}_-]{0,40})$/u

/** What is looked for, and where its slash stands; null where nothing is. */
export function askedFor(text: string, caret: number): { word: string; from: number } | null {
  const found = ASKED.exec(text.slice(0, caret))
  return found ? { word: found[1]!, from: caret - found[1]!.length - 1 } : null
}

/** Those whose shortcut or text has the word; none while it is null. */
export function usePrepared(word: string | null): PreparedReply[] {
  const text = useSettled(word ?? '')
  const query = useRead(
    routes.replies,
    { query: { per_page: SHOWN, ...(text ? { text } : {}) } },
    { enabled: word !== null, keepPrevious: true, staleTime: 60_000 },
  )
  return word === null ? [] : (query.data?.records ?? [])
}

/** Puts in whom and what the names in braces stand for. What is not known is left out. */
export function useFill(person: InboxPerson): (text: string) => string {
  const { member, community } = useSession()
  const known = new Map([
    ['name', person.name],
    ['first_name', person.name.split(' ')[0]!],
    ['email', person.email ?? ''],
    ['community', community.name],
    ['me', member?.name ?? ''],
  ])
  return (text) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole)
}
