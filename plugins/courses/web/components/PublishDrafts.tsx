/** Publishes all drafts of a course at once; nothing is shown where there are none. */
import { Button, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Course } from '../../contract.ts'
import { lessonsIn } from './words.ts'

export function PublishDrafts({ course }: { course: Course }) {
  const t = useT()
  const confirm = useConfirm()
  const drafts = lessonsIn(course).filter(({ status }) => status === 'draft')
  const empty = drafts.filter(({ is_empty }) => is_empty)
  const publish = useWrite(contract.routes.publish, {
    invalidates: [contract],
    onSuccess: ({ published }) => toast.success(t('edit.published', { count: published })),
    onError: (error) => toast.error(error.message),
  })
  if (drafts.length === 0) return null
  const ask = async () => {
    const yes = await confirm({
      title: t('edit.publish_title', { count: drafts.length }),
      text: [drafts.map(({ name }) => name).join(', '), empty.length > 0 && t('edit.publish_empty', { names: empty.map(({ name }) => name).join(', ') })]
        .filter(Boolean)
        .join('. '),
      action: t('edit.publish'),
      tone: 'primary',
    })
    if (yes) publish.mutate({ params: { courseId: course.id }, body: { lesson_ids: drafts.map(({ id }) => id) } })
  }
  return (
    <Button variant="primary" loading={publish.isPending} onClick={() => void ask()}>
      {t('edit.publish_many', { count: drafts.length })}
    </Button>
  )
}
