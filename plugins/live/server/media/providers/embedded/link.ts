/** The encrypted connection to one peer over the common port: keys by DTLS, packets by SRTP. */
import { createHash, createSecretKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import {
  CipherContext,
  DtlsClient,
  HashAlgorithm,
  NamedCurveAlgorithm,
  type RtpHeader,
  SignatureAlgorithm,
  type SignatureHash,
  SrtcpSession,
  SrtpSession,
} from 'werift'
import type { Lane, Mux } from './mux.ts'
import { isRtcp } from './rtcp.ts'

const GCM = 7
const AES_SHA1 = 1
const KEY_BYTES = 16
const saltBytes = (profile: number): number => (profile === GCM ? 12 : 14)
/** The browser begins to listen a moment after it has chosen its way. */
const BEGIN_MS = 20
const SERVER_KEY_EXCHANGE = 12
const ALERT = 21

export interface Certificate {
  cert: string
  key: string
  signatureHash: SignatureHash
  fingerprint: string
}
const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex').toUpperCase().match(/../g)!.join(':')

/** One for the life of the process. */
export async function makeCertificate(): Promise<Certificate> {
  const signatureHash = { hash: HashAlgorithm.sha256_4, signature: SignatureAlgorithm.ecdsa_3 } as const
  const made = await CipherContext.createSelfSignedCertificateWithKey(signatureHash, NamedCurveAlgorithm.secp256r1_23)
  return { cert: made.certPem, key: made.keyPem, signatureHash, fingerprint: fingerprintOf(new X509Certificate(made.certPem).raw) }
}

/**
 * Whether the peer has signed the key that was agreed with, by the certificate whose fingerprint came by signalling. The library checks neither, and
 * who sits on the line could else be taken for the peer.
 * @param messages of the kind "server key exchange", as they came
 */
function isSigned({ cipher, remoteCertificate }: DtlsClient, messages: Buffer[], fingerprint: string): boolean {
  const agreed = cipher.remoteKeyPair.publicKey
  if (!remoteCertificate || !agreed || fingerprintOf(remoteCertificate) !== fingerprint) return false
  const randoms = Buffer.concat([cipher.localRandom.serialize(), cipher.remoteRandom.serialize()])
  const { publicKey } = new X509Certificate(remoteCertificate)
  return messages.some((message) => {
    const end = 4 + (message[3] ?? 0)
    const isSha256 = message[end] === HashAlgorithm.sha256_4
    if (message.length < end + 4 || !isSha256 || !message.subarray(4, end).equals(agreed)) return false
    return verify('sha256', Buffer.concat([randoms, message.subarray(0, end)]), publicKey, message.subarray(end + 4))
  })
}

/** Null for what was not sealed by the peer: anybody may send it in their name. */
function opened(session: SrtpSession | SrtcpSession | null, packet: Buffer): Buffer | null {
  try {
    return session?.decrypt(packet) ?? null
  } catch {
    return null
  }
}

/** The library hands its keys to Node as bytes with each packet, and Node takes ten times as long to make a key of them as to use it. */
function prepareKeys({ localContext, remoteContext }: SrtpSession | SrtcpSession): void {
  for (const { cipher } of [localContext, remoteContext])
    for (const name of ['srtpSessionKey', 'srtcpSessionKey'] as const) cipher[name] = createSecretKey(cipher[name]) as unknown as Buffer
}

export interface LinkEvents {
  onOpen(): void
  /** Once, whoever closed it. */
  onClose(): void
  onRtp(packet: Buffer): void
  onRtcp(packet: Buffer): void
}

export class Link implements Lane {
  readonly name = randomBytes(6).toString('hex')
  readonly password = randomBytes(18).toString('hex')
  readonly #mux: Mux
  readonly #events: LinkEvents
  readonly #fingerprint: string
  readonly #certificate: Certificate
  #dtls: DtlsClient | null = null
  #srtp: SrtpSession | null = null
  #srtcp: SrtcpSession | null = null
  #feed: (data: Buffer) => void = () => {}
  #isClosed = false
  /** When something came last, or the link began. */
  heardAt = performance.now()

  /** @param fingerprint of the peer's certificate */
  constructor(mux: Mux, certificate: Certificate, fingerprint: string, events: LinkEvents) {
    this.#mux = mux
    this.#certificate = certificate
    this.#fingerprint = fingerprint
    this.#events = events
    mux.add(this)
  }

  get isOpen(): boolean {
    return this.#srtp !== null && !this.#isClosed
  }
  get isClosed(): boolean {
    return this.#isClosed
  }

  fail(_error: unknown): void {
    this.close()
  }
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#mux.remove(this)
    this.#events.onClose()
  }

  sendRtp(header: RtpHeader, payload: Buffer): void {
    if (this.#srtp && !this.#isClosed) this.#mux.send(this, this.#srtp.encrypt(payload, header))
  }
  sendRtcp(packet: Buffer): void {
    if (this.#srtcp && !this.#isClosed) this.#mux.send(this, this.#srtcp.encrypt(packet))
  }

  onWay(): void {
    this.heardAt = performance.now()
    if (!this.#dtls) this.#greet()
  }

  onPacket(packet: Buffer): void {
    if (this.#isClosed) return
    this.heardAt = performance.now()
    const kind = packet[0]!
    if (kind >= 20 && kind <= 63) {
      // once keys are agreed on only the peer's own farewell counts, which is encrypted
      if (!this.#srtp || (kind === ALERT && packet.length > 4 && packet.readUInt16BE(3) > 0)) this.#feed(packet)
    } else if (kind >= 128 && kind <= 191) {
      const isReport = isRtcp(packet)
      const plain = opened(isReport ? this.#srtcp : this.#srtp, packet)
      if (plain && isReport) this.#events.onRtcp(plain)
      else if (plain) this.#events.onRtp(plain)
    }
  }

  #greet(): void {
    const dtls = new DtlsClient({
      cert: this.#certificate.cert,
      key: this.#certificate.key,
      signatureHash: this.#certificate.signatureHash,
      srtpProfiles: [GCM, AES_SHA1],
      extendedMasterSecret: true,
      transport: {
        type: 'mux',
        address: { address: '', family: '', port: 0 },
        closed: false,
        onData: () => {},
        send: async (data) => this.#mux.send(this, data),
        close: async () => {},
      },
    })
    this.#dtls = dtls
    this.#feed = (data) => dtls.transport.socket.onData(data, ['', 0])
    const exchanges: Buffer[] = []
    const handle = dtls.onHandleHandshakes
    dtls.onHandleHandshakes = async (messages) => {
      for (const { msg_type, fragment } of messages) if (msg_type === SERVER_KEY_EXCHANGE && exchanges.length < 4) exchanges.push(fragment)
      await handle(messages)
    }
    dtls.onError.subscribe(() => this.close())
    dtls.onClose.subscribe(() => this.close())
    dtls.onConnect.once(() => {
      if (!isSigned(dtls, exchanges, this.#fingerprint) || !this.#agree(dtls)) return this.close()
      this.#events.onOpen()
    })
    // nobody answered: the peer is gone
    setTimeout(() => void dtls.connect().catch((error: unknown) => this.fail(error)), BEGIN_MS)
  }

  #agree(dtls: DtlsClient): boolean {
    const profile = dtls.srtp.srtpProfile
    if (!profile) return false
    const { localKey, localSalt, remoteKey, remoteSalt } = dtls.extractSessionKeys(KEY_BYTES, saltBytes(profile))
    const keys = { localMasterKey: localKey, localMasterSalt: localSalt, remoteMasterKey: remoteKey, remoteMasterSalt: remoteSalt }
    this.#srtp = new SrtpSession({ keys, profile })
    this.#srtcp = new SrtcpSession({ keys, profile })
    prepareKeys(this.#srtp)
    prepareKeys(this.#srtcp)
    return true
  }
}
