import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { menu } from './menu.ts';

export type PizzeriaOptions = {
  readonly port?: number;
  /** Required in X-API-Key where it is given. */
  readonly key?: string;
  /** Required as Bearer token where it is given; says whether one is good. */
  readonly isTokenGood?: (token: string) => boolean | Promise<boolean>;
  /** How often the state of a baking job is asked for until it is done. */
  readonly looksUntilDone?: number;
  /** The document that GET /openapi.yaml answers with. */
  readonly document?: string;
};

export type Order = {
  readonly order_id: string;
  readonly pizza_type: string;
  readonly size: string;
  readonly quantity: number;
  readonly toppings: readonly string[];
};
type Job = { readonly order_id: string; looks: number };
type Answer = { readonly status: number; readonly body: unknown };
type Asked = {
  readonly parts: readonly string[];
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

/** A request as it came, for tests and for the curious. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

const bodyBytesMax = 64 * 1024;

/** A small service to put behind Countersign: a menu, orders, an oven that takes a while, and a till for the boss. */
export class Pizzeria {
  readonly orders = new Map<string, Order>();
  readonly seen: Seen[] = [];
  readonly #options: PizzeriaOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #byKey = new Map<string, string>();
  readonly #removed = new Set<string>();
  readonly #server: Server;
  #lastNumber = 0;

  constructor(options: PizzeriaOptions = {}) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Listens on this machine only; resolves to the address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#options.port ?? 0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const text = await readBody(request);
      const path = request.url ?? '/';
      this.seen.push({ method: request.method ?? '', path, headers: request.headers, body: text });
      const url = new URL(path, 'http://pizzeria');
      const document = this.#options.document;
      if (url.pathname === '/openapi.yaml' && document !== undefined) {
        response.writeHead(200, { 'content-type': 'application/yaml' }).end(document);
        return;
      }
      const { status, body } = await this.#serve(request, url, text);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch (error) {
      const body = JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
      response.writeHead(400, { 'content-type': 'application/json' }).end(body);
    }
  }

  async #serve(request: IncomingMessage, url: URL, text: string): Promise<Answer> {
    if (!(await this.#mayAsk(request))) return refused(401, 'The pizzeria does not know you.');
    const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
    const asked: Asked = { parts, url, headers: request.headers, body: text === '' ? {} : JSON.parse(text) };
    switch (`${request.method} ${parts[0]}/${parts.length}`) {
      case 'GET menu/1':
        return this.#listMenu(asked);
      case 'GET menu/2':
        return this.#findDish(parts[1]!);
      case 'POST orders/1':
        return this.#order(asked);
      case 'GET orders/2':
        return found(this.orders.get(parts[1]!), 'There is no such order.');
      case 'DELETE orders/2':
        return this.orders.delete(parts[1]!) ? ok({ cancelled: parts[1] }) : refused(404, 'There is no such order.');
      case 'POST orders/3':
        return parts[2] === 'bake' ? this.#bake(parts[1]!) : refused(404, 'Nothing is here.');
      case 'GET jobs/2':
        return this.#look(parts[1]!);
      case 'GET admin/2':
        return parts[1] === 'takings'
          ? ok({ orders: this.orders.size, euros: this.#takings() })
          : refused(404, 'Nothing is here.');
      case 'DELETE admin/3':
        return this.#removeDish(parts[2]!);
      default:
        return refused(404, 'Nothing is here.');
    }
  }

  async #mayAsk({ headers }: IncomingMessage): Promise<boolean> {
    const { key, isTokenGood } = this.#options;
    if (key !== undefined && headers['x-api-key'] !== key) return false;
    if (!isTokenGood) return true;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && (await isTokenGood(token));
  }

  #listMenu({ url }: Asked): Answer {
    const category = url.searchParams.get('category');
    const dishes = menu.filter((dish) => !this.#removed.has(dish.item_id) && (!category || dish.category === category));
    return ok({ dishes });
  }

  #findDish(itemId: string): Answer {
    return found(
      this.#removed.has(itemId) ? undefined : menu.find((dish) => dish.item_id === itemId),
      'There is no such dish.',
    );
  }

  /** The same Idempotency-Key again is the same order, not a second pizza. */
  #order({ body, headers }: Asked): Answer {
    const key = headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#byKey.get(key) : undefined;
    if (known !== undefined) return ok(this.orders.get(known));
    const { pizza_type, size = 'medium', quantity = 1, toppings = [] } = body as Partial<Order>;
    if (!menu.some((dish) => dish.item_id === pizza_type))
      return refused(422, `There is no pizza ${String(pizza_type)}.`);
    this.#lastNumber += 1;
    const order: Order = { order_id: `order-${this.#lastNumber}`, pizza_type: pizza_type!, size, quantity, toppings };
    this.orders.set(order.order_id, order);
    if (typeof key === 'string') this.#byKey.set(key, order.order_id);
    return { status: 201, body: order };
  }

  #bake(orderId: string): Answer {
    if (!this.orders.has(orderId)) return refused(404, 'There is no such order.');
    const jobId = `job-${this.#jobs.size + 1}`;
    this.#jobs.set(jobId, { order_id: orderId, looks: 0 });
    return { status: 202, body: { job_id: jobId, status: 'queued' } };
  }

  #look(jobId: string): Answer {
    const job = this.#jobs.get(jobId);
    if (!job) return refused(404, 'There is no such job.');
    job.looks += 1;
    const isDone = job.looks >= (this.#options.looksUntilDone ?? 3);
    if (!isDone) return ok({ job_id: jobId, status: 'baking' });
    const isBurnt = this.orders.get(job.order_id)?.toppings.includes('dynamite') ?? true;
    if (isBurnt) return ok({ job_id: jobId, status: 'burnt', error: 'The oven has exploded.' });
    return ok({ job_id: jobId, status: 'done', result: { order_id: job.order_id, temperature: 'hot' } });
  }

  #takings(): number {
    const price = new Map(menu.map(({ item_id, price_euros }) => [item_id, price_euros]));
    return [...this.orders.values()].reduce((sum, each) => sum + (price.get(each.pizza_type) ?? 0) * each.quantity, 0);
  }

  #removeDish(itemId: string): Answer {
    if (!menu.some((dish) => dish.item_id === itemId) || this.#removed.has(itemId))
      return refused(404, 'There is no such dish.');
    this.#removed.add(itemId);
    return ok({ removed: itemId });
  }
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function refused(status: number, error: string): Answer {
  return { status, body: { error } };
}

function found(body: unknown, otherwise: string): Answer {
  return body === undefined ? refused(404, otherwise) : ok(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > bodyBytesMax) throw new Error('The body is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
