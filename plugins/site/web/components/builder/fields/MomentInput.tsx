/** A day and a time, or none. */
import { Button, IconButton, MomentDialog, Time, useT } from '@atrium/sdk/web'
import { useState } from 'react'

export function MomentInput({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex items-center gap-1">
      <Button icon="calendar" onClick={() => setIsOpen(true)} className="min-w-0 flex-1 justify-start">
        {value ? <Time value={value} kind="datetime" /> : t('field.choose_time')}
      </Button>
      {value && <IconButton icon="x" label={t('field.no_time')} onClick={() => onChange(null)} />}
      {isOpen && (
        <MomentDialog
          title={t('field.choose_time')}
          action={t('field.take')}
          {...(value ? { initial: new Date(value) } : {})}
          onClose={() => setIsOpen(false)}
          onPick={(at) => {
            setIsOpen(false)
            onChange(at.toISOString())
          }}
        />
      )}
    </div>
  )
}
