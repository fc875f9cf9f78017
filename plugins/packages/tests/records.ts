/** Records of packages: one read in the course of the side, begun by the guest, with a statement. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import type { CoursesMade } from '../../courses/tests/records.ts'
import contract from '../contract.ts'
import { scorm12 } from './kit.ts'

const { routes } = contract
interface Made {
  pack: { id: number; lesson: number; token: string; launch: number; item: string; signed: string }
}
const one = ({ pack }: Made) => ({ params: { id: pack.id } })
const ofLesson = ({ pack }: Made) => ({ params: { lessonId: pack.lesson } })
const nobody = { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }
const statement = { actor: { name: 'Somebody' }, verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' }, object: { id: 'https://example.com/a' } }

const records = defineRecords(contract, {
  leaving: { stays: ['packages.package'], goes: ['packages.registration'] },
  async fill({ app, side, word, mark, guest, course }: Target & CoursesMade): Promise<Made> {
    const as = app.as(side.admin)
    const lesson = await as.call(courses.routes.createLesson, {
      params: { courseId: course.id },
      body: { lesson: { name: `Package ${mark}`, section_id: course.section, kind: 'scorm', status: 'published' } },
    })
    const upload = () => scorm12(word).then((bytes) => app.upload(side.admin, 'package.zip', bytes))
    const file = await upload()
    const pack = await as.call(routes.create, { params: { lessonId: lesson.id }, body: { signed_id: file.signedId } })
    await app.settle()
    const { src, launch, item } = await app.as(guest).call(routes.launch, { params: { id: pack.id }, body: {} })
    await app.as(guest).call(routes.commit, {
      params: { id: pack.id },
      body: { item, launch, completion: 'incomplete', success: 'unknown', seconds: 1, data: JSON.stringify({ 'cmi.suspend_data': word }) },
    })
    const { key, secret } = await app.as(guest).call(routes.credentials, { params: { id: pack.id } })
    const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    await app.as(guest).send('POST', '/xapi/statements', { ...statement, result: { response: word } }, { authorization: basic })
    const another = await upload()
    return { pack: { id: pack.id, lesson: lesson.id, token: src.split('/')[3]!, launch, item, signed: another.signedId } }
  },
  inputs: {
    show: ofLesson,
    create: ({ pack }) => ({ ...ofLesson({ pack }), body: { signed_id: pack.signed } }),
    update: (made) => ({ ...ofLesson(made), body: { package: { counts_programs: true } } }),
    destroy: { input: ofLesson, uses: true },
    // a package that was just replaced is being read
    launch: { input: (made) => ({ ...one(made), body: {} }), own: [201, 409] },
    registration: one,
    commit: {
      input: (made) => ({
        ...one(made),
        body: { item: made.pack.item, launch: made.pack.launch, completion: 'incomplete', success: 'unknown', seconds: 1, data: '{}' },
      }),
      own: [200, 404, 409, 422],
    },
    registrations: one,
    credentials: one,
    outline: { input: one, own: [409] },
    content: { input: ({ pack }) => ({ params: { token: pack.token, path: 'content/index.html' } }), foreign: [404], own: [200, 404] },
    // whoever holds credentials is let in by them alone, so these have none
    statements: { input: () => ({ headers: nobody }), foreign: [401], own: [401] },
    addStatements: { input: () => ({ body: statement, headers: nobody }), foreign: [401], own: [401] },
    putStatement: {
      input: () => ({ query: { statementId: '5b2c9a1e-6f0e-4d54-9c0e-0f6f6f6f6f6f' }, body: statement, headers: nobody }),
      foreign: [401],
      own: [401],
    },
  },
})
export default records
export type PackagesMade = MadeBy<typeof records>
