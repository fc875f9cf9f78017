/** What is still wrong with a card, in it and in its settings. */
import { Icon, Note } from '@atrium/sdk/web'

export const CardProblems = ({ messages }: { messages: readonly string[] | undefined }) =>
  messages?.length ? (
    <p className="flex items-start gap-1.5 text-danger">
      <Icon name="circle-alert" size="sm" className="mt-0.5 flex-none" />
      <span>{messages.join(' ')}</span>
    </p>
  ) : null

export const PanelProblems = ({ messages }: { messages: readonly string[] | undefined }) =>
  messages?.length ? (
    <Note tone="danger">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Note>
  ) : null
