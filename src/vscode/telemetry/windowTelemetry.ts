import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import type { ObservedEvent } from '../../core/events/events';
import { agentOf } from '../../node/agents/sessions';
import { Measurements } from '../../core/telemetry/measurements';
import type { Meter, TelemetryModule } from '../../node/telemetry/meter';
import { telemetryTarget } from '../../node/telemetry/target';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';

/** What is told of a window. */
export type TelemetryWindow = Pick<GuardWindow, 'guard' | 'sessions' | 'settings' | 'metrics' | 'log' | 'version'>;

/** Sends what happens in this window as metrics of OpenTelemetry while the person has that switched on. */
export class WindowTelemetry implements vscode.Disposable {
  readonly #measurements = new Measurements();
  #target: ReturnType<typeof telemetryTarget>;
  /** While nothing is sent nothing is loaded. */
  #meter: Promise<Meter> | undefined;

  constructor(
    private readonly window: TelemetryWindow,
    private readonly load: () => Promise<TelemetryModule>,
  ) {
    this.update();
  }

  note(event: ObservedEvent): void {
    const meter = this.#meter;
    if (meter === undefined) {
      return;
    }
    const { guard, sessions, metrics } = this.window;
    const { conversationId } = event.kind === 'detection' ? event.detection : event;
    if (metrics.isApart(conversationId)) {
      return;
    }
    // By its name on the command line, so that both are counted together.
    const harness = agentOf(sessions.typeOf(conversationId) ?? 'local') ?? 'unknown';
    const counted = this.#measurements.of(event, { harness, model: guard.status(conversationId).model });
    if (counted.length > 0) {
      void meter.then((opened) => opened.add(counted)).catch(() => undefined);
    }
  }

  /** Begins, ends or begins anew, as the settings say now. */
  update(): void {
    const { settings, log, version } = this.window;
    const target = telemetryTarget(settings.current.telemetry, process.env);
    if (isDeepStrictEqual(target, this.#target)) {
      return;
    }
    this.dispose();
    this.#target = target;
    if (typeof target === 'string') {
      log.warn(target);
    } else if (target !== undefined) {
      const onFault = (text: string): void => log.warn(text);
      this.#meter = this.load().then(({ openMeter }) => openMeter({ target, version, onFault }));
      this.#meter.then(
        () => log.info(`Counts are sent as OpenTelemetry metrics (${target.protocol}).`),
        reportFault(log, 'starting telemetry'),
      );
    }
  }

  /** What has not been sent is sent; a window that closes cannot wait for it. */
  dispose(): void {
    void this.#meter?.then((meter) => meter.close()).catch(() => undefined);
    this.#meter = undefined;
    this.#target = undefined;
  }
}
