/** A text that is to be entered elsewhere. */
import { Button, Field, Input, useT, useCopy } from '@atrium/sdk/web'

export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useT()
  const toClipboard = useCopy()
  const copy = () => toClipboard(text, t('copied'))
  return (
    <Field label={label}>
      <div className="flex gap-2">
        <Input readOnly value={text} onFocus={(event) => event.target.select()} className="font-mono text-13" />
        <Button icon="copy" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </Field>
  )
}
