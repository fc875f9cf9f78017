import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'courses',
  title: 'Courses',
  description: 'Courses with video, audio, text and file lessons: drip, lesson order, cohorts, progress, notes and certificates.',
  icon: 'graduation-cap',
  picture: 'course',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['spaces', 'content'],
  wants: ['home', 'media', 'members', 'notifications', 'gamification', 'audience', 'chat', 'workflows', 'site', 'ai'],
  screens: {
    '/courses': { module: 'screens/Directory', public: true },
    '/c/:space/sections/:section/lessons/:lesson': { module: 'screens/Lesson', layout: 'focus', public: true },
    '/c/:space/edit-lesson/sections/:section/lessons/:lesson': { module: 'screens/EditLesson', layout: 'focus' },
    '/c/:space/edit-course/:part': { module: 'screens/EditCourse', layout: 'focus' },
    '/certificates/:code': { module: 'screens/Certificate', public: 'always' },
  },
  slots: {
    'space.type.course': { module: 'slots/SpaceCourse' },
    'space.outside.course': { module: 'slots/OutsideCourse' },
    'home.offered': { module: 'slots/HomeCourses', order: 20 },
  },
  admin: {
    '/settings/course_topics': {
      module: 'screens/Topics',
      group: 'content',
      title: 'admin.topics',
      under: '/settings/posts',
      icon: 'graduation-cap',
      order: 30,
      can: 'courses.manage',
    },
  },
  tabs: [{ title: 'nav.courses', to: '/courses', icon: 'graduation-cap', order: 30 }],
  actions: [{ title: 'nav.courses', to: '/courses', icon: 'graduation-cap', order: 26 }],
})
