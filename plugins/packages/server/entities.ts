/** Tables of packages as the ORM knows them; the migrations are their truth in SQL. */
import { p, table } from '@atrium/sdk/server'
import type { Completion, PackageKind, Success } from '../contract.ts'
import type { Launchable, OutlineSection } from './service/manifest.ts'

export const PackageTable = table(
  'packages.package',
  {
    lessonId: p.bigint('number'),
    courseId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    fileId: p.bigint('number'),
    filename: p.text(),
    status: p.text().$type<'reading' | 'ready' | 'failed'>().default('reading'),
    problem: p.text().default(''),
    kind: p.text().$type<PackageKind>().nullable(),
    title: p.text().default(''),
    items: p.json().$type<Launchable[]>().defaultRaw(`'[]'::jsonb`),
    outline: p.json().$type<OutlineSection[]>().defaultRaw(`'[]'::jsonb`),
    filesCount: p.integer().default(0),
    filesDone: p.integer().default(0),
    byteSize: p.bigint('number').default(0),
    registrationsCount: p.integer().default(0),
    /** What programs report completes the lesson. */
    countsPrograms: p.boolean().default(false),
  },
  { own: ['lesson_id', 'course_id', 'file_id', 'filename', 'kind', 'title', 'status'] },
)
export const PartTable = table('packages.part', {
  packageId: p.bigint('number'),
  path: p.text(),
  fileId: p.bigint('number'),
  contentType: p.text(),
  byteSize: p.bigint('number'),
  isPacked: p.boolean(),
})
export const RegistrationTable = table(
  'packages.registration',
  {
    uuid: p.uuid(),
    packageId: p.bigint('number'),
    lessonId: p.bigint('number'),
    courseId: p.bigint('number'),
    memberId: p.bigint('number'),
    status: p.text().$type<Completion>().default('not_started'),
    success: p.text().$type<Success>().default('unknown'),
    score: p.integer().nullable(),
    seconds: p.integer().default(0),
    item: p.text().nullable(),
    launches: p.integer().default(0),
    secretHash: p.text().nullable(),
    statementsCount: p.integer().default(0),
    /** By credentials that the member minted; null where no program has said anything. */
    reportedStatus: p.text().$type<Completion>().nullable(),
    reportedSuccess: p.text().$type<Success>().default('unknown'),
    reportedScore: p.integer().nullable(),
  },
  {
    secret: ['secret_hash'],
    own: ['package_id', 'lesson_id', 'course_id', 'status', 'success', 'score', 'seconds', 'launches', 'reported_status', 'reported_success', 'reported_score'],
  },
)
export const StateTable = table('packages.state', {
  registrationId: p.bigint('number'),
  item: p.text(),
  status: p.text().$type<Completion>().default('incomplete'),
  success: p.text().$type<Success>().default('unknown'),
  score: p.integer().nullable(),
  seconds: p.integer().default(0),
  /** JSON of the elements of the data model by their names. Text, as packages keep bytes in them: jsonb holds neither NUL nor half of a pair. */
  data: p.text().default('{}'),
})
export const StatementTable = table('packages.statement', {
  registrationId: p.bigint('number'),
  statementId: p.uuid(),
  verb: p.text(),
  objectId: p.text(),
  /** JSON. */
  statement: p.text(),
})
