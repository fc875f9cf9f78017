/** What others may know of packages: lessons made by other tools, how far learners are in them, statements that come from elsewhere. */
import { Author, date, defineContract, del, done, event, get, id, list, open, paging, patch, post, put, type, z } from '@atrium/sdk'

export const KINDS = ['scorm12', 'scorm2004', 'cartridge'] as const
export type PackageKind = (typeof KINDS)[number]
export const STATUSES = ['reading', 'ready', 'failed'] as const
export const COMPLETION = ['not_started', 'incomplete', 'completed'] as const
export const SUCCESS = ['unknown', 'passed', 'failed'] as const
export type Completion = (typeof COMPLETION)[number]
export type Success = (typeof SUCCESS)[number]

/** A part that is opened by itself: a SCO, or a page that tells nothing. */
export const Item = z.object({
  id: z.string(),
  title: z.string(),
  depth: z.number(),
  /** Tells how far somebody is; a page without counts as done once it was opened. */
  is_tracked: z.boolean(),
})
export type Item = z.output<typeof Item>

export const Package = z.object({
  id: z.number(),
  lesson_id: z.number(),
  course_id: z.number(),
  status: z.enum(STATUSES),
  kind: z.enum(KINDS).nullable(),
  title: z.string(),
  filename: z.string(),
  /** Why it could not be read, in words. */
  problem: z.string().nullable(),
  /** Of `reading`, 0 to 100. */
  progress: z.number(),
  files_count: z.number(),
  byte_size: z.number(),
  items: z.array(Item),
  registrations_count: z.number(),
  /** What programs report completes the lesson too. */
  counts_programs: z.boolean(),
  created_at: date,
  policies: z.object({ can_edit: z.boolean() }),
})
export type Package = z.output<typeof Package>

/** How far one learner is. */
export const Registration = z.object({
  id: z.number(),
  status: z.enum(COMPLETION),
  success: z.enum(SUCCESS),
  /** 0 to 100. */
  score: z.number().nullable(),
  seconds: z.number(),
  /** By a program, with credentials that the member minted: nobody else vouches for it. Null where none has said anything. */
  reported: z.object({ status: z.enum(COMPLETION), success: z.enum(SUCCESS), score: z.number().nullable() }).nullable(),
  /** Opened last. */
  item: z.string().nullable(),
  items: z.array(z.object({ id: z.string(), status: z.enum(COMPLETION) })),
  updated_at: date,
})
export type Registration = z.output<typeof Registration>
const RegistrationRow = Registration.omit({ items: true, item: true }).extend({ community_member: Author })

const number = z.number().min(-1e9).max(1e9)
/** What is kept of a data model at most: elements (no form has more fields), characters of a name and of a value, and of all as JSON. */
export const KEPT = { elements: 1_000, name: 200, value: 70_000, all: 400_000 }
/** What a package says of itself through the run-time. */
export const Commit = z.object({
  item: z.string().max(300),
  /** Of `launches`; of two windows the later one counts. */
  launch: z.number().int().min(1),
  completion: z.enum(['unknown', 'not attempted', 'incomplete', 'completed']),
  success: z.enum(SUCCESS),
  score: z.object({ raw: number.optional(), min: number.optional(), max: number.optional(), scaled: z.number().min(-1).max(1).optional() }).optional(),
  /** Altogether. */
  seconds: z.number().min(0).max(31_536_000),
  /**
   * The data model as the run-time keeps it, by the names of its elements, as the text of JSON, which alone carries any characters. What is more
   * than `KEPT` is not kept, and all else is. Null: it was more, and was not sent.
   */
  data: z.string().max(2_000_000).nullable(),
})
export type Commit = z.output<typeof Commit>
/** What `data` of a commit says. */
export const DataModel = z.record(z.string(), z.string())

const member = { can: 'member' } as const
const ofLesson = { params: z.object({ lessonId: id }) }
const one = { params: z.object({ id }) }
const busy = { limit: { points: 120, seconds: 60 } }
const byToken = open('The address carries a sealed token that was made for one learner, and the answer runs in a sandbox that reaches nothing.')
const byCredentials = open('Programs sign in with the credentials of one registration (xAPI 1.0.3, section 4.0).')
const xapi = { can: byCredentials, stream: true, limit: { points: 240, seconds: 60 } } as const
const fact = z.object({ registrationId: id, lessonId: id, courseId: id, memberId: id })

export interface PackagesService {
  /** For set-up: a package of a lesson, read at once. The ctx may be anybody's. @throws AtriumError 422 */
  put(lessonId: number, filename: string, zip: Uint8Array): Promise<{ id: number }>
}

export default defineContract('packages', {
  routes: {
    show: get('/internal_api/lessons/:lessonId/package', {
      ...member,
      ...ofLesson,
      reply: Package,
      summary: 'The package of a lesson that is open to the reader',
    }),
    create: post('/internal_api/lessons/:lessonId/package', {
      ...member,
      ...busy,
      ...ofLesson,
      body: z.object({ signed_id: z.string().max(200) }),
      reply: Package,
      status: 201,
      summary: 'Reads an uploaded package, in place of the one before; learners keep their results and begin it anew',
    }),
    update: patch('/internal_api/lessons/:lessonId/package', {
      ...member,
      ...ofLesson,
      body: z.object({ package: z.object({ counts_programs: z.boolean() }) }),
      reply: Package,
      summary: 'Whether what programs report completes the lesson, from now on',
    }),
    destroy: del('/internal_api/lessons/:lessonId/package', { ...member, ...ofLesson, reply: done }),
    launch: post('/internal_api/packages/:id/launches', {
      ...member,
      ...busy,
      ...one,
      body: z.object({ item: z.string().max(300).optional() }),
      reply: z.object({
        /** For the frame. */
        src: z.string(),
        item: z.string(),
        launch: z.number(),
        registration: Registration,
      }),
      status: 201,
      summary: 'Open a part of the package: the one named, else the one opened last',
    }),
    registration: get('/internal_api/packages/:id/registration', {
      ...member,
      ...one,
      reply: Registration.nullable(),
      summary: 'How far one is oneself; null before it was opened',
    }),
    commit: patch('/internal_api/packages/:id/registration', {
      ...member,
      limit: { points: 600, seconds: 60 },
      ...one,
      body: Commit,
      reply: Registration.extend({ /** Of `data`; status and score are kept anyway. */ is_data_kept: z.boolean() }),
      summary: 'What the package says of itself; the same twice changes nothing',
    }),
    registrations: get('/internal_api/packages/:id/registrations', {
      ...member,
      ...one,
      query: paging,
      reply: list(RegistrationRow),
      summary: 'Learners and their results, for who sees the students',
    }),
    credentials: post('/internal_api/packages/:id/credentials', {
      ...member,
      limit: { points: 10, seconds: 60 },
      ...one,
      reply: z.object({ endpoint: z.string(), key: z.string(), secret: z.string() }),
      status: 201,
      summary: 'Credentials by which a program sends statements about oneself; those before end',
    }),
    outline: post('/internal_api/packages/:id/outlines', {
      ...member,
      ...busy,
      ...one,
      reply: z.object({ sections: z.number(), lessons: z.number() }),
      status: 201,
      summary: 'Adds what a Common Cartridge holds to the course, as drafts',
    }),
    content: get('/public/packages/:token/*path', {
      can: byToken,
      stream: true,
      params: z.object({ token: z.string().max(1_000), path: z.string().max(1_000) }),
      summary: 'A file of a package, for its frame',
    }),
    about: get('/xapi/about', { can: byCredentials, reply: z.object({ version: z.array(z.string()) }) }),
    statements: get('/xapi/statements', {
      ...xapi,
      query: z.record(z.string(), z.string().max(2_000)),
      summary: 'Statements of the registration, the latest first',
    }),
    addStatements: post('/xapi/statements', { ...xapi, summary: 'One statement, or a list of them' }),
    putStatement: put('/xapi/statements', { ...xapi, query: z.object({ statementId: z.uuid() }), status: 204 }),
  },
  events: {
    'package.completed': event(fact.extend({ score: z.number().nullable() }), { realtime: 'member', automation: true, title: 'A package was completed' }),
    /** It is read, or cannot be. */
    'package.read': event(z.object({ packageId: id, lessonId: id, courseId: id, memberId: id.nullable() }), { realtime: 'member' }),
  },
  service: type<PackagesService>(),
})
