/** What of each table that names a member is that member's own, and may leave with them. */
import { expect } from 'chai'
import { globSync } from 'node:fs'
import path from 'node:path'
import { travelOf } from '@atrium/sdk/server'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Tables that name a member and have nothing of theirs: why. */
const NOTHING: Record<string, string> = {
  'access.taken': 'what a bulk act took from them',
  'affiliates.referral': 'what an affiliate earns by',
  'ai.agent': 'the member as whom an agent speaks, who is nobody',
  'ai.opt_out': 'that they want nothing read is their preference, which they see',
  'ai.test_run': 'acts of who runs the community',
  'audience.bulk_task': 'acts of who runs the community',
  'audience.note': 'what staff say among themselves about somebody else',
  'audience.score': 'how staff see somebody',
  'content.mention': 'what others wrote',
  'courses.message_item': 'traces of a teacher’s act',
  'events.bulk_rsvp': 'acts of who runs the event',
  'events.bulk_rsvp_item': 'traces of such an act',
  'help_widget.onboarding': 'that they have seen what it is for',
  'invitations.import_row': 'what a list of an admin’s says',
  'moderation.newcomer': 'what a rule counts',
  'notifications.act': 'what others did',
  'notifications.counter': 'counted from notices',
  'paywalls.entry': 'the books of the community',
  'posts.bulk': 'acts of who runs the space',
  'search.rebuild': 'acts of who runs the community',
  'spaces.invitation_count': 'what a limit counts',
  'workflows.change': 'acts of who runs the community',
  'workflows.version': 'acts of who runs the community',
}

describe('what is a member’s own', () => {
  const declared = new Map<string, readonly string[] | undefined>()
  before(async () => {
    for (const file of globSync('plugins/*/server/entities.ts', { cwd: ROOT }))
      for (const entity of Object.values(await import(path.join(ROOT, file)))) {
        const meta = (entity as any)?.init?.().meta
        if (!meta?.tableName || !['memberId', 'authorMemberId'].some((key) => key in meta.properties)) continue
        const { stays, own } = travelOf(entity as object)
        if (stays === undefined) declared.set(`${meta.schema}.${meta.tableName}`, own)
      }
    expect(declared.size).to.be.greaterThan(60)
  })

  it('is said by each table that names one; where it is nothing, why', () => {
    const silent = [...declared].filter(([, own]) => !own).map(([name]) => name)
    expect(silent).to.deep.equal([])
    expect(
      [...declared]
        .filter(([, own]) => own!.length === 0)
        .map(([name]) => name)
        .sort(),
    ).to.deep.equal(Object.keys(NOTHING).sort())
  })

  it('names nobody who acted upon them, decided, or looked', () => {
    const others = [...declared].flatMap(([name, own = []]) =>
      own
        .filter((column) => /(^|_)(by|by_member_id|actor_member_id|actor_ids|reporters?|rule|marks|reasons)$/.test(column))
        .map((column) => `${name}.${column}`),
    )
    // rules of points and of repetition, which their members see
    expect(others.sort()).to.deep.equal(['events.event.rule', 'gamification.entry.rule'])
  })
})
