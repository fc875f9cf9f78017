/** What remains of somebody in a community once their account is deleted: each plugin takes its part, the kernel its own (case A85). */
import { type ErasedMember, spelled } from '@atrium/sdk/server'
import type { RootContainer } from '../container.ts'
import { createCtx } from '../http/ctx.ts'
import { asHtml } from '../mail/index.ts'

// whole words alone: somebody called Will is not in "willing"
const wordsOf = (names: string[], make = (name: string) => name) =>
  `(?<![[:alnum:]])(${names.map((name) => make(name).replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')).join('|')})(?![[:alnum:]])`

export async function erase(root: RootContainer, communityId: number, person: ErasedMember): Promise<void> {
  const known = person.names.filter((name) => /\S/.test(name))
  const { registry, communities, data } = root.cradle
  const state = await communities.state(communityId)
  // what is off here keeps its rows, and so its part of a person
  const everything = { ...state, info: { ...state.info, tier: 'business' as const }, switches: new Map([...registry.plugins.keys()].map((id) => [id, true])) }
  const inUnit = (plugin: string, run: (ctx: ReturnType<typeof createCtx>) => Promise<void>) =>
    data.unit({ communityId, mode: 'write' }, (unit) => run(createCtx({ root, unit, state: everything, identity: null, locale: state.info.locale, plugin })))

  const failed: Error[] = []
  for (const { manifest, state: loaded, server } of registry.plugins.values()) {
    if (loaded === 'failed') failed.push(new Error(`${manifest.id} does not work, so it cannot erase`))
    const hook = server?.hooks?.erase
    if (hook) await inUnit(manifest.id, (ctx) => hook(ctx, person)).catch((error) => failed.push(error))
  }
  // faces of every age, and what was uploaded and never used
  await inUnit('kernel', async (ctx) => {
    const files = await ctx.sql<{ id: number }>(
      'select id from kernel.file where community_id = $1 and ((member_id = $2 and used_by is null) or used_by = $3)',
      [person.memberId, `public:avatar:${person.memberId}`],
    )
    for (const { id } of files) await ctx.files.remove(id)
  })
  await data.systemTx(async (client) => {
    const { memberId, emails, formerName } = person
    const said = [communityId, wordsOf(known), formerName.replaceAll('\\', '\\\\')]
    await client.query('delete from kernel.mail where community_id = $1 and lower(recipient) = any($2)', [communityId, emails])
    await client.query('update kernel.mail set reply_to = null where community_id = $1 and lower(reply_to) = any($2)', [communityId, emails])
    await client.query(
      `update kernel.mail set subject = regexp_replace(subject, $2, $3, 'g'), text = regexp_replace(text, $2, $3, 'g'), html = regexp_replace(html, $4, $3, 'g')
       where community_id = $1 and (subject ~ $2 or text ~ $2 or html ~ $4)`,
      [...said, wordsOf(known, asHtml)],
    )
    // entries of the audit log stay with action and subject; texts that name the person are removed
    await client.query(
      `update kernel.audit set ip = case when member_id = $2 then null else ip end, data = case
         when exists (select from unnest($3::text[]) t where position(t in lower(data::text)) > 0) then '{}' when member_id = $2 then data - 'name' else data end
       where community_id = $1 and (member_id = $2 or exists (select from unnest($3::text[]) t where position(t in lower(data::text)) > 0))`,
      [communityId, memberId, [...emails, ...known.map((name) => JSON.stringify(name).toLowerCase())]],
    )
    for (const name of known)
      await client.query(
        `update kernel.search_document d set body = n.body, words = kernel.search_words(kernel.search_language($1), d.title, n.body)
         from (select kind, record_id, regexp_replace(body, '@' || $2, '@' || $3, 'g') as body from kernel.search_document
               where community_id = $1 and words @@ phraseto_tsquery(kernel.search_language($1), $4) and body ~ ('@' || $2)) n
         where d.community_id = $1 and d.kind = n.kind and d.record_id = n.record_id`,
        [communityId, wordsOf(known, spelled), said[2], spelled(name)],
      )
  })
  if (failed.length) throw new AggregateError(failed, `not all of member ${person.memberId} is erased: ${failed.map(({ message }) => message).join('; ')}`)
}
