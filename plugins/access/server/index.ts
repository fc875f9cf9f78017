/** The wiring of access. */
import { contribute, defineServer, on, runs } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import community from '../../community/contract.ts'
import invitations from '../../invitations/contract.ts'
import members from '../../members/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { AccessGroupTable, MemberTable, TakenTable, TargetTable } from './entities.ts'
import { endJob, spreadJob } from './jobs.ts'
import { counters } from './reads.ts'
import { handlers } from './routes.ts'
import { acts } from './service/acts.ts'
import { accessGroupFilter } from './service/filters.ts'
import { dropTarget, endReasons, forget, runSpread } from './service/groups.ts'
import { service } from './service/index.ts'
import { opening, receive } from './service/opening.ts'

export default defineServer(contract, {
  entities: [AccessGroupTable, TargetTable, MemberTable, TakenTable],
  routes: handlers,
  service,
  counters: () => counters,
  contributes: [
    contribute(members.points.filter, accessGroupFilter),
    contribute(community.points.group, receive),
    contribute(invitations.points.access, opening),
    ...acts.map((act) => contribute(audience.points.act, act)),
  ],
  jobs: [
    runs(spreadJob, runSpread, { deadlineMs: 60_000 }),
    // a job runs at each end of a membership; the schedule catches those whose job was lost
    runs(endJob, endReasons, { schedule: '29 * * * *', deadlineMs: 60_000 }),
  ],
  on: [
    on(spaces.events['space.deleted'], 'forget-space', (ctx, { spaceId }) => dropTarget(ctx, { kind: 'space', id: spaceId })),
    on(spaces.events['space_group.deleted'], 'forget-group', (ctx, { spaceGroupId }) => dropTarget(ctx, { kind: 'space_group', id: spaceGroupId })),
  ],
  hooks: { erase: (ctx, { memberId }) => forget(ctx, memberId) },
})
