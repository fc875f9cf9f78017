/** Work of courses that is done later, by name: what it carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Removes what hangs on a deleted lesson, some at a time. */
export const purgeJob = job('purge_lesson', z.object({ lessonId: z.number() }))
/** A lesson came out, or is a draft again, after learners have done it. */
export const recountJob = job('recount', z.object({ courseId: z.number(), lessonId: z.number() }))
/** A space is gone, and so is its course. */
export const purgeCourseJob = job('purge_course', z.object({ courseId: z.number() }))
/** Gives certificates to those who had finished before there were any. */
export const certifyJob = job('certify', z.object({ courseId: z.number() }))
/** Makes learners of who was in a space before it held a course. */
export const enrolSpaceJob = job('enrol_space', z.object({ courseId: z.number(), after: z.number() }))
/** Tells of what has opened. */
export const dripJob = job('drip', z.object({}))
/** Sends a message to some students; adds itself again until nobody is left. */
export const messageJob = job('message', z.object({ bulkId: z.number() }))
