/** The text of a token, the one time it is known, with how to use it. */
import { Button, Field, Input, Note, Segment, useCopy } from '@atrium/sdk/web'
import { useState } from 'react'
import { Code } from './Code.tsx'
import { useWords } from './words.ts'

const WAYS = ['curl', 'TypeScript', 'Python'] as const
const call = (token: string, way: (typeof WAYS)[number], address: string) =>
  way === 'curl'
    ? `curl ${address} \\\n  -H "Authorization: Bearer ${token}"`
    : way === 'TypeScript'
      ? `const answer = await fetch('${address}', {\n  headers: { authorization: 'Bearer ${token}' },\n})\nconsole.log(await answer.json())`
      : `import requests\n\nanswer = requests.get("${address}",\n    headers={"Authorization": "Bearer ${token}"})\nprint(answer.json())`

export function Shown({ token: { name, token, kind } }: { token: { name: string; token: string; kind: string } }) {
  const { t } = useWords()
  const copy = useCopy()
  const [way, setWay] = useState<(typeof WAYS)[number]>('curl')
  return (
    <div className="grid gap-4">
      <Note tone="success" icon="key-round" title={t('once.title')}>
        {t('once.text')}
      </Note>
      <Field label={t('once.token', { name })}>
        <div className="flex gap-2">
          <Input readOnly dir="ltr" value={token} onFocus={(event) => event.target.select()} className="min-w-0 flex-1 font-mono" />
          <Button variant="primary" icon="copy" onClick={() => void copy(token, t('once.copied'))}>
            {t('once.copy')}
          </Button>
        </div>
      </Field>
      {kind !== 'headless_auth' && (
        <div className="grid gap-2">
          <Segment label={t('once.use')} value={way} onChange={setWay} items={WAYS.map((value) => ({ value, label: value }))} />
          <Code label={way} text={call(token, way, `${location.origin}/internal_api/community`)} />
        </div>
      )}
    </div>
  )
}
