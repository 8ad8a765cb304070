/** What oidc-provider asks of the place where it keeps tokens, sessions and grants. */
interface Storage {
  upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  findByUserCode(userCode: string): Promise<Payload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

interface Payload {
  readonly uid?: string;
  readonly userCode?: string;
  readonly grantId?: string;
  readonly consumed?: number;
}

interface Entry {
  readonly payload: Payload;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Storage of one provider, by the kind of what is stored; it ends with the process. */
export function createStorage(now: () => number): (kind: string) => Storage {
  const kinds = new Map<string, Storage>();
  return (kind) => {
    const storage = kinds.get(kind) ?? createKind(now);
    kinds.set(kind, storage);
    return storage;
  };
}

function createKind(now: () => number): Storage {
  const entries = new Map<string, Entry>();
  const search = (name: "uid" | "userCode", value: string): Promise<Payload | undefined> => {
    dropExpired(entries, now());
    const found = [...entries.values()].find(({ payload }) => payload[name] === value);
    return Promise.resolve(found?.payload);
  };
  return {
    upsert: (id, payload, expiresIn) => {
      dropExpired(entries, now());
      const expiresAt = expiresIn === undefined ? Infinity : now() + expiresIn * 1000;
      entries.set(id, { payload, expiresAt });
      return Promise.resolve();
    },
    find: (id) => {
      dropExpired(entries, now());
      return Promise.resolve(entries.get(id)?.payload);
    },
    findByUid: (uid) => search("uid", uid),
    findByUserCode: (userCode) => search("userCode", userCode),
    consume: (id) => {
      const entry = entries.get(id);
      if (entry !== undefined) {
        const payload = { ...entry.payload, consumed: Math.floor(now() / 1000) };
        entries.set(id, { ...entry, payload });
      }
      return Promise.resolve();
    },
    destroy: (id) => {
      entries.delete(id);
      return Promise.resolve();
    },
    revokeByGrantId: (grantId) => {
      dropGrant(entries, grantId);
      return Promise.resolve();
    },
  };
}

function dropGrant(entries: Map<string, Entry>, grantId: string): void {
  for (const [id, { payload }] of entries) {
    if (payload.grantId === grantId) {
      entries.delete(id);
    }
  }
}

function dropExpired(entries: Map<string, Entry>, now: number): void {
  for (const [id, { expiresAt }] of entries) {
    if (expiresAt <= now) {
      entries.delete(id);
    }
  }
}
