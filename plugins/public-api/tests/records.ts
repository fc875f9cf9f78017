/** Records of the published API: it has none of its own, and refuses everybody without an API token, whatever they name. */
import { defineRecords, generatedInput, type Input } from '@atrium/sdk/testing'
import type { Route } from '@atrium/sdk'
import contract from '../contract.ts'

const email = 'somebody@secret.example'
const space = { space_id: 1 }
const group = { space_group_id: 1 }
/** Where the schema alone gives no input. */
const GIVEN: Record<string, Input> = {
  tagMember: { body: { member_tag_id: 1, user_email: email } },
  untagMember: { query: { member_tag_id: 1, user_email: email } },
  spaceGroupMembers: { query: group },
  addSpaceGroupMember: { body: { ...group, email } },
  removeSpaceGroupMember: { query: { ...group, email } },
  spaceGroupMember: { query: { ...group, email } },
  createSpace: { body: { name: 'Kiln', slug: 'kiln', ...group } },
  spaceMembers: { query: space },
  addSpaceMember: { body: { ...space, email } },
  removeSpaceMember: { query: { ...space, email } },
  spaceMember: { query: { ...space, email } },
  createPost: { body: { name: 'Kiln', ...space } },
  createComment: { body: { body: 'A word', post_id: 1 } },
  eventAttendees: { query: { event_id: 1 } },
  addEventAttendee: { body: { member_email: email, event_id: 1 } },
  courseSections: { query: space },
  createCourseSection: { body: { name: 'Clay', ...space } },
  createCourseLesson: { body: { name: 'Clay', section_id: 1 } },
  reorderCourseLessons: { body: { ...space, new_order: [] } },
  courseLessonProgress: { body: { lesson_id: 1, member_email: email, status: 'completed' } },
  flagContent: { body: { flagged_content: { content_id: 1, content_type: 'post', reported_reason_type: 'spam' } } },
  createContactNote: { body: { tiptap_body: { body: {} } } },
  directUpload: { body: { blob: { filename: 'kiln.png', byte_size: 1 } } },
}

/** What the schemas take at least. */
function inputOf(route: Route): Input {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name) => [name, name === 'sgid' ? 'ZW1iZWQ' : 1]))
  return { ...(GIVEN[route.name] ?? generatedInput({ ...route, path: '' })), ...(names.length ? { params } : {}) }
}
const refused = (route: Route) => ({ input: () => inputOf(route), own: [401], foreign: [401] })

export default defineRecords(contract, {
  wordless: true,
  inputs: Object.fromEntries(Object.values(contract.routes).map((route) => [route.name, refused(route)])),
})
