/** What somebody sees and may do in a place, and why: the policies are asked in their name, and the facts they look at are put into words. */
import { notFound } from '@atrium/sdk'
import type { Ctx, MasqueradeTarget } from '@atrium/sdk/server'
import spaces, { type SpaceAnswer } from '../../../spaces/contract.ts'
import access, { type ReasonChip, type Simulation } from '../../contract.ts'
import { chips } from './reasons.ts'

interface Asked {
  who: 'member' | 'role' | 'visitor'
  member_id?: number
  role?: string
  path: string
  screen?: 'public' | 'member' | 'admin'
  can?: string
}
type Line = Simulation['lines'][number]
const targetOf = ({ who, member_id, role }: Asked): MasqueradeTarget =>
  who === 'member' ? { kind: 'member', memberId: member_id ?? 0 } : who === 'role' ? { kind: 'role', role: role ?? '' } : { kind: 'visitor' }

/** @throws AtriumError 403 where the asker may not look as them, 404 for no such place */
export async function simulate(ctx: Ctx, asked: Asked): Promise<Simulation> {
  const seen = await ctx.lookAs(targetOf(asked))
  const why = createWhy(ctx, seen)
  const lines: Line[] = [why.community()]
  const found = (await Promise.all(ctx.fill(access.points.place).map(({ value }) => value.at(seen, asked.path)))).find((one) => one !== null)
  const slug = /^\/c\/([^/]+)/.exec(asked.path)?.[1]
  const spaceId = found?.spaceId ?? (slug ? ((await ctx.use(spaces).bySlug(decodeURIComponent(slug)))?.id ?? null) : null)
  if (slug && spaceId === null) throw notFound('Space', 'space_not_found')
  const answer = spaceId === null ? null : await seen.use(spaces).explain(spaceId)
  const reasons = answer && seen.member ? await reasonsIn(ctx, seen.member.id, spaceId!) : []
  if (answer) lines.push(...why.space(answer, reasons))
  if (found)
    lines.push(
      ...found.lines.map(({ key, label, allowed }) => ({
        key: `place.${key}`,
        label,
        allowed,
        why: allowed ? why.allowed(answer) : why.refused(answer),
        reasons: [],
      })),
    )
  if (asked.screen) lines.push(why.screen(asked.screen, asked.can ?? null))
  return {
    name: seen.member && asked.who === 'member' ? seen.member.name : null,
    roles: seen.member?.roles ?? [],
    space: spaceId === null ? null : { id: spaceId, name: (await ctx.use(spaces).card(spaceId))!.name },
    lines,
  }
}

async function reasonsIn(ctx: Ctx, memberId: number, spaceId: number): Promise<ReasonChip[]> {
  const groupId = (await ctx.use(spaces).card(spaceId))!.spaceGroupId
  const all = await ctx.use(spaces).reasonsOf(memberId)
  const here = all.filter(({ target, source }) => (target.kind === 'space' ? target.id === spaceId : target.id === groupId && source !== 'own'))
  return chips(ctx, here)
}

/** Sentences in the asker's language about what holds for whoever is looked as. */
function createWhy(ctx: Ctx, seen: Ctx) {
  const { member } = seen
  const outsider = () => ctx.t(ctx.community.isPrivate ? 'why.visitorPrivate' : 'why.visitor')
  const held = () => ctx.t('why.roles', { roles: member!.roles.join(', ') })
  const line = (key: string, allowed: boolean, why: string[], reasons: ReasonChip[] = []): Line => ({
    key,
    label: ctx.t(`line.${key}`),
    allowed,
    why,
    reasons,
  })
  const closed = (answer: SpaceAnswer): string[] => {
    if (!member) return [outsider()]
    if (answer.standing === 'suspended') return [ctx.t('why.suspended')]
    if (answer.isDraft) return [ctx.t('why.draft')]
    return [ctx.t(answer.isSecret ? 'why.secret' : 'why.private'), ctx.t('why.noReason')]
  }
  const opened = (answer: SpaceAnswer): string[] => {
    if (answer.manages) return [ctx.t('why.manages'), held()]
    if (answer.standing === 'member') return [ctx.t('why.member')]
    return [ctx.t(answer.standing === 'suspended' ? 'why.openSuspended' : 'why.open')]
  }
  const running = (answer: SpaceAnswer): string[] => {
    if (answer.manages) return [ctx.t('why.manages'), held()]
    if (answer.runs) return [ctx.t('why.runs')]
    if (answer.rolesHere.length) return [ctx.t('why.rolesHere', { roles: answer.rolesHere.join(', ') })]
    return member?.isModerator ? [ctx.t('why.moderator')] : []
  }
  /** The nearest reason for a right or its lack, where more is not known. */
  const allowed = (answer: SpaceAnswer | null) => (answer ? (answer.may.moderate ? running(answer) : opened(answer)) : member ? [held()] : [outsider()])
  const refused = (answer: SpaceAnswer | null) => (answer && !answer.may.enter ? closed(answer) : member ? [ctx.t('why.lacks'), held()] : [outsider()])
  return {
    allowed,
    refused,
    community: () =>
      line(
        'community',
        member !== null || !ctx.community.isPrivate,
        member ? [held(), ...(member.roles.includes('admin') ? [ctx.t('why.admin')] : [])] : [outsider()],
      ),
    space(answer: SpaceAnswer, reasons: ReasonChip[]): Line[] {
      const { may } = answer
      const writes = () => {
        if (!may.enter) return closed(answer)
        if (!member) return [outsider()]
        if (may.moderate) return running(answer)
        if (may.post) return [ctx.t('why.membersPost')]
        return [ctx.t(answer.isSilent ? 'why.silent' : answer.standing === 'suspended' ? 'why.suspended' : 'why.joinFirst')]
      }
      const people = () =>
        answer.hidesMembers ? [ctx.t('why.hidesMembers')] : may.enter ? (member ? [ctx.t('why.membersTab')] : [outsider()]) : closed(answer)
      const runners = (ok: boolean) => (ok ? running(answer) : may.enter ? (member ? [ctx.t('why.runnersOnly'), held()] : [outsider()]) : closed(answer))
      return [
        line('view', may.view, may.view ? [may.enter ? opened(answer)[0]! : ctx.t('why.listed')] : closed(answer)),
        line('enter', may.enter, may.enter ? opened(answer) : closed(answer), reasons),
        ...(may.join ? [line('join', true, [ctx.t('why.open')])] : []),
        line('post', may.post, writes()),
        line('seeMembers', may.seeMembers, people()),
        line('addMembers', may.addMembers, runners(may.addMembers)),
        line('moderate', may.moderate, runners(may.moderate)),
        line('manage', may.manage, runners(may.manage)),
      ]
    },
    screen(kind: 'public' | 'member' | 'admin', permission: string | null): Line {
      if (kind === 'public') return line('screen', member !== null || !ctx.community.isPrivate, [member ? held() : outsider()])
      if (kind === 'member') return line('screen', member !== null, [member ? held() : outsider()])
      const ok = permission ? seen.can(permission) : member?.isAdmin === true
      const said = permission ? ctx.t(ok ? 'why.grants' : 'why.grantsNot', { permission }) : ctx.t('why.adminsOnly')
      return line('screen', ok, member ? [said, held()] : [outsider()])
    },
  }
}
