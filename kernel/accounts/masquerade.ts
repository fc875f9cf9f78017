/** Looking as somebody else: a mark on the session, good in one community, and one rule: nobody gains a right by it. */
import { AtriumError, conflict, forbidden, notFound, unauthenticated } from '@atrium/sdk'
import type { MasqueradeTarget, MemberInfo } from '@atrium/sdk/server'
import type { Communities, CommunityState } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import { rightsOf } from '../policies/index.ts'
import type { Identity, Masquerade } from './identity.ts'
import { hashToken } from './secrets.ts'

/** What the session keeps. */
export type Impersonation = MasqueradeTarget & { viewOnly?: boolean; communityId?: number }
type Seen = { member: MemberInfo | null; masquerade: Masquerade }

const PERMISSION = 'communities.masquerade'
export const refused = () => forbidden('You can’t view as a member with more permissions than you.', 'masquerade_refused')

/**
 * Who is seen when `own` impersonates, which may name a member; null where that is not open to them (any more):
 * admins may look as anybody, others who hold the permission as those who may do nothing that they may not.
 */
export function seenAs(own: MemberInfo, impersonation: Impersonation, impersonated: MemberInfo | null, state: CommunityState): Seen | null {
  if (impersonation.communityId !== undefined && impersonation.communityId !== state.info.id) return null
  const rights = rightsOf(own.roles, state.roles)
  if (!own.isAdmin && !rights.has(PERMISSION)) return null
  const within = (roles: string[]) => own.isAdmin || (!roles.includes('admin') && [...rightsOf(roles, state.roles)].every((right) => rights.has(right)))
  const seen = (member: MemberInfo | null, entity: Masquerade['entity']) => ({
    member,
    masquerade: { viewOnly: impersonation.viewOnly ?? true, byMemberId: own.id, entity },
  })
  switch (impersonation.kind) {
    case 'visitor':
      return seen(null, { id: null, type: 'Visitor', name: 'Visitor' })
    case 'role': {
      const roles = [...new Set(['member', impersonation.role])]
      if (impersonation.role === 'admin' || !state.roles.has(impersonation.role) || !within(roles)) return null
      return seen({ ...own, roles, isAdmin: false, isModerator: impersonation.role === 'moderator' }, { id: null, type: 'Role', name: impersonation.role })
    }
    default:
      return impersonated && impersonated.id !== own.id && within(impersonated.roles)
        ? seen(impersonated, { id: impersonated.id, type: 'CommunityMember', name: impersonated.name })
        : null
  }
}

export function createMasquerades({ data, communities }: { data: Data; communities: Communities }) {
  return {
    /** @throws AtriumError 401, 403; 404 for no member; 409 for who does so already; 422 without a session */
    async start(identity: Identity | null, communityId: number, target: MasqueradeTarget, viewOnly: boolean, impersonated: MemberInfo | null): Promise<void> {
      if (!identity?.member) throw unauthenticated()
      if (identity.sessionId === null) throw new AtriumError(422, 'no_session', 'You can only view as another member in a browser session.')
      if (identity.masquerade) throw conflict('You’re already viewing as another member. Exit that view first.', 'masquerading')
      if (target.kind === 'member' && !impersonated) throw notFound('Member')
      const impersonation: Impersonation = { ...target, viewOnly, communityId }
      if (!seenAs(identity.member, impersonation, impersonated, await communities.state(communityId))) throw refused()
      await data.system.query('update kernel.session set masquerade = $2 where id = $1', [identity.sessionId, JSON.stringify(impersonation)])
      await data.signal('session.changed', { sessionId: identity.sessionId })
    },
    async stop(sessionToken: string | null): Promise<void> {
      if (!sessionToken) return
      await data.system.query('update kernel.session set masquerade = null where token_hash = $1', [hashToken(sessionToken)])
      await data.signal('session.changed', {})
    },
  }
}
