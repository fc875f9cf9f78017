/** The wiring of kudos. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import content from 'atrium/plugins/content'
import contract from '../contract.ts'
import { Allowance, Kudo, Ranking } from './entities.ts'
import { rankJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { erase } from './service/erase.ts'
import { kudoKind } from './service/kind.ts'
import { rank } from './service/ranking.ts'

export default defineServer(contract, {
  entities: [Kudo, Allowance, Ranking],
  routes: handlers,
  contributes: [contribute(content.points.kind, kudoKind)],
  // Mondays, when the week is over everywhere
  jobs: [runs(rankJob, rank, { schedule: '0 12 * * 1' })],
  hooks: { erase },
})
