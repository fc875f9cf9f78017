/** The wiring of packages. */
import { contribute, defineServer, runs, unlessRefused } from '@atrium/sdk/server'
import courses from '../../courses/contract.ts'
import packages from '../contract.ts'
import { PackageTable, PartTable, RegistrationTable, StatementTable, StateTable } from './entities.ts'
import { readJob, removeJob, staleJob } from './jobs.ts'
import { counters } from './reads.ts'
import { handlers } from './routes.ts'
import { lessonKind } from './service/kind.ts'
import { putAndRead } from './service/packages.ts'
import { hostPackages } from './service/right.ts'
import { eraseRegistrations } from './service/registrations.ts'
import { failStale, readStep } from './service/read.ts'

export default defineServer(packages, {
  entities: [PackageTable, PartTable, RegistrationTable, StateTable, StatementTable],
  routes: handlers,
  service: (ctx) => ({ put: (lessonId, filename, zip) => putAndRead(ctx, lessonId, filename, zip) }),
  jobs: [
    runs(
      readJob,
      async (ctx, payload) => {
        if (await readStep(ctx, payload.packageId, payload.fileId)) await ctx.enqueue(readJob, payload)
      },
      { deadlineMs: 120_000 },
    ),
    runs(staleJob, failStale, { schedule: '*/20 * * * *' }),
    runs(removeJob, async (ctx, { fileIds }) => {
      // a file may be removed already, by this job before it was killed or with its owner
      for (const id of fileIds) await unlessRefused(ctx.files.remove(id), undefined, 404)
    }),
  ],
  hooks: { start: hostPackages, erase: eraseRegistrations },
  counters: () => counters,
  contributes: [contribute(courses.points.lesson, lessonKind)],
})
