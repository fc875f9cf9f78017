import { definePlugin } from '@atrium/sdk'

export default definePlugin({
  id: 'quizzes',
  title: 'Quizzes',
  description: 'Quizzes and assignments as course lessons: eight question types, time limits, multiple attempts and manual grading.',
  icon: 'list-checks',
  picture: 'quiz',
  sdk: '^1.0',
  kind: 'feature',
  tiers: ['professional', 'business'],
  needs: ['courses', 'spaces'],
  wants: ['notifications'],
  slots: {
    'course.lesson.player.quiz': { module: 'slots/QuizPlayer' },
    'course.lesson.player.assignment': { module: 'slots/AssignmentPlayer' },
    'course.lesson.editor.quiz': { module: 'slots/QuizEditor' },
    'course.lesson.editor.assignment': { module: 'slots/AssignmentEditor' },
  },
})
