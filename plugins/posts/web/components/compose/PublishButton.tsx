/** Publishes what is written, now or at a moment to come. */
import { Button, MomentDialog, SplitButton, useMoments, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { PostForm } from './usePostForm.ts'
import { localTime } from './values.ts'

export function PublishButton({ form, onPublish }: { form: PostForm; onPublish: () => void }) {
  const t = useT()
  const moments = useMoments()
  const [choosing, setChoosing] = useState(false)
  const { values, set, sending, live } = form
  const look = { variant: 'primary' as const, loading: sending === 'published' || sending === 'scheduled', disabled: sending !== null || form.uploads }
  if (live)
    return (
      <Button {...look} onClick={onPublish}>
        {t('compose.save')}
      </Button>
    )
  const schedule = (at: Date) => {
    setChoosing(false)
    set({ later: true, when: localTime(at) })
    onPublish()
  }
  const choose = { icon: 'calendar', onSelect: () => setChoosing(true) }
  return (
    <>
      <SplitButton
        {...look}
        onClick={onPublish}
        menuLabel={t('compose.when')}
        items={
          values.later
            ? [
                { ...choose, label: t('compose.other_time') },
                {
                  label: t('compose.now'),
                  icon: 'send',
                  onSelect: () => {
                    set({ later: false })
                    onPublish()
                  },
                },
              ]
            : [
                { heading: t('compose.later') },
                ...moments.map(({ label, at }) => ({ label, icon: 'clock', onSelect: () => schedule(at) })),
                { ...choose, label: t('compose.choose_time') },
              ]
        }
      >
        {t(values.later ? 'compose.schedule' : 'compose.publish')}
      </SplitButton>
      {choosing && (
        <MomentDialog
          title={t('compose.later')}
          action={t('compose.schedule')}
          initial={values.when ? new Date(values.when) : undefined}
          onClose={() => setChoosing(false)}
          onPick={schedule}
        />
      )}
    </>
  )
}
