"use client";
import { CircleCheck, OctagonX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { Checkbox } from "@/components/staff/checkbox";
import { CurrentPackage } from "@/components/staff/desk/current-package";
import { PackageList } from "@/components/staff/desk/packages";
import { CameraScanner, ScanField } from "@/components/staff/desk/scan-field";
import { SetAsideList } from "@/components/staff/desk/set-aside-list";
import { useDesk, useScans } from "@/components/staff/desk/use-desk";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { RecentActions } from "@/components/staff/staff-actions/action-list";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { StaffFrame } from "@/components/staff/staff-frame";
import { buttonStyle } from "@/components/ui/button-link";
import { useRemembered } from "@/components/ui/use-remembered";
import { staffPaths } from "@/lib/base/staff-paths";
import type { DeskTone } from "@/lib/staff/desk/desk-notice";
import { currentOrder, type Desk, isBusy } from "@/lib/staff/desk/desk-state";
import { type DeskCursor, deskHref, type ReceivingDesk } from "@/lib/staff/desk/receiving-desk";
import { countText } from "@/lib/staff/labels";
import { listQueryString } from "@/lib/staff/orders/list-query";

type ReceivingScreenProps = { desk: ReceivingDesk; code: string; place: DeskCursor };

/** Shows the receiving desk: scan, count, scan. The whole page listens to the scanner. */
export function ReceivingScreen({ desk: stored, code, place }: ReceivingScreenProps) {
  const { desk, send } = useDesk(code, stored.orders);
  const [hasSound, setSound] = useRemembered("desk.sound", false);
  const [hasKey, setKey] = useRemembered("desk.key-n", true);
  const hasPackages = stored.packages.length > 0 || place.package;
  const hasAsides = stored.set_asides.length > 0 || place.order;
  const at = desk.step.at;
  const { notice } = desk;
  const isFormer =
    at !== "waiting" &&
    notice?.tone === "success" &&
    !!notice.undo &&
    notice.undo.orderId !== currentOrder(desk)?.id;
  const banner = (
    <OutcomeBanner
      desk={desk}
      isFormer={isFormer}
      onUndone={(undone) => send({ type: "undone", code: undone })}
    />
  );
  useSignal(desk.signal, hasSound);
  useScans({
    onScan: (text) => send({ type: "entered", text }),
    onNoLabel: hasKey ? () => send({ type: "no_label" }) : null,
    onLeave: () => send({ type: "left" }),
    isBusy: isBusy(desk),
    onCount: (text) => send({ type: "typed_early", text }),
  });

  return (
    <StaffFrame
      title="Receiving desk"
      staffRole={stored.staff_role}
      aside={
        stored.awaited ? (
          <p className="text-sm">
            <a className="link" href={staffPaths.orders + listQueryString({ view: "to_check_in" })}>
              {`${countText(stored.awaited)} to check in`}
            </a>
          </p>
        ) : null
      }
      lead={at === "waiting" ? "Scan a label, count the cards, scan the next label." : null}
    >
      <div className="space-y-6">
        <ScanField
          step={desk.step.at}
          onEntered={(text) => send({ type: "entered", text })}
          onNoLabel={() => send({ type: "no_label" })}
          camera={<CameraScanner onScan={(text) => send({ type: "entered", text })} />}
        />
        {isFormer ? null : banner}
        <LastPackage desk={desk} />
        <CurrentPackage desk={desk} send={send} />
        {isFormer ? banner : null}
      </div>
      <RecentActions actions={stored.actions} isWide />
      <DeskList
        title="Set aside"
        of="order"
        place={place}
        hasRows={stored.set_asides.length > 0}
        next={stored.next_set_aside}
      >
        <SetAsideList rows={stored.set_asides} />
      </DeskList>
      <DeskList
        title="Packages without a batch"
        of="package"
        place={place}
        hasRows={stored.packages.length > 0}
        next={stored.next_package}
      >
        <PackageList
          packages={stored.packages}
          onMatch={(pack) => {
            send({ type: "match_begun", package: pack });
            window.scrollTo({ top: 0 });
          }}
        />
      </DeskList>
      {hasAsides || hasPackages ? null : <p className="text-sm text-text-muted">Nothing set aside.</p>}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer py-1 text-text-muted">Desk settings</summary>
        <Checkbox isOn={hasSound} onChange={setSound} className="min-h-6">
          Sound after each scan
        </Checkbox>
        {/* Touch devices have no keys. */}
        <Checkbox isOn={hasKey} onChange={setKey} className="min-h-6 pointer-coarse:hidden">
          N = no label
        </Checkbox>
      </details>
    </StaffFrame>
  );
}

type DeskListProps = {
  title: string;
  of: keyof DeskCursor;
  place: DeskCursor;
  hasRows: boolean;
  next: string | null;
  children: React.ReactNode;
};

/** Shows a list, oldest first, with links to its other pages. Renders nothing when the list is empty. */
function DeskList({ title, of, place, hasRows, next, children }: DeskListProps) {
  if (!hasRows && !place[of]) return null;
  const link = {
    className: buttonStyle({ variant: "secondary", size: "sm" }),
    scroll: false,
    "data-stays": "",
  };
  const oldest = deskHref({ ...place, [of]: undefined });
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {hasRows ? children : <p className="text-text-muted">No more packages.</p>}
      <nav aria-label={`${title}: pages`} className="flex flex-wrap gap-3 empty:hidden">
        {place[of] ? (
          <Link {...link} href={oldest}>
            Oldest
          </Link>
        ) : null}
        {next ? (
          <Link {...link} href={deskHref({ ...place, [of]: next })}>
            Newer
          </Link>
        ) : null}
      </nav>
    </section>
  );
}

function LastPackage({ desk: { step, notice } }: { desk: Desk }) {
  const [openFor, setOpenFor] = useState<string>();
  if (step.at !== "waiting" || !notice?.undo) return null;
  const { orderId, code } = notice.undo;
  return (
    <details
      key={orderId}
      className="rounded-2xl border border-border bg-surface-raised p-4"
      open={openFor === orderId}
      onToggle={(event) => setOpenFor(event.currentTarget.open ? orderId : undefined)}
    >
      <summary className="min-h-6 cursor-pointer font-medium wrap-anywhere">Photos of {code}</summary>
      {openFor === orderId ? (
        <div className="mt-4">
          <PhotoPanel subject={{ order: orderId }} />
        </div>
      ) : null}
    </details>
  );
}

/** Pitch in hertz and length in seconds of each tone's beeps. */
const BEEPS: Record<DeskTone, [pitch: number, length: number][]> = {
  success: [[880, 0.12]],
  warning: [
    [520, 0.14],
    [520, 0.14],
  ],
  danger: [[200, 0.5]],
};
const GAP = 0.08;

/** Plays a sound for each new signal while `isOn`: a single high beep, two lower ones, or one long deep one. */
function useSignal(signal: { tone: DeskTone; nth: number } | null, isOn: boolean): void {
  const context = useRef<AudioContext>(undefined);
  const played = useRef(signal?.nth);
  useEffect(() => {
    if (!signal || played.current === signal.nth) return;
    played.current = signal.nth;
    if (!isOn) return;
    context.current ??= new AudioContext();
    beep(context.current, signal.tone);
  }, [signal, isOn]);
}

function beep(audio: AudioContext, tone: DeskTone): void {
  let at = audio.currentTime;
  for (const [pitch, length] of BEEPS[tone]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = pitch;
    volume.gain.value = 0.2;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
    at += length + GAP;
  }
}

const LOOKS = {
  success: { Icon: CircleCheck, colors: "border-success bg-success-soft [&>svg]:text-success" },
  warning: { Icon: TriangleAlert, colors: "border-warning-bar bg-warning-soft [&>svg]:text-warning" },
  danger: { Icon: OctagonX, colors: "border-danger bg-danger-soft [&>svg]:text-danger" },
};

type OutcomeBannerProps = {
  desk: Desk;
  /** The success is about the previous package. */
  isFormer: boolean;
  onUndone: (code: string) => void;
};

/** Shows the result of the last scan or action, with Undo. A success about the previous package takes one line. */
function OutcomeBanner({ desk, isFormer, onUndone }: OutcomeBannerProps) {
  const { notice, signal } = desk;
  const look = notice ? LOOKS[notice.tone] : null;
  const undo = notice?.undo;
  const undoButton = undo ? (
    <UndoButton
      actionId={undo.actionId}
      orderId={undo.orderId}
      what={undo.what}
      onUndone={() => onUndone(undo.code)}
    />
  ) : null;
  return (
    <div role="status" aria-label="Result">
      {notice && isFormer ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-text-muted">
          <p className="wrap-anywhere">{notice.title}</p>
          {undoButton}
        </div>
      ) : notice && look ? (
        <div
          key={signal?.nth}
          className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border-2 p-5 [&>svg]:shrink-0 ${look.colors}`}
        >
          <look.Icon className="size-10" aria-hidden="true" />
          <div className="min-w-0 flex-1 basis-60 space-y-1">
            <p className="text-2xl font-semibold wrap-anywhere">{notice.title}</p>
            {notice.text ? <p className="wrap-anywhere">{notice.text}</p> : null}
          </div>
          {undoButton}
        </div>
      ) : null}
    </div>
  );
}
