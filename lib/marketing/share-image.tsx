import type { ReactNode } from "react";
import { site } from "@/lib/base/site";

/** Dark theme tokens as hex, because the image engine doesn't support oklch. */
const paint = {
  ground: "#0d0e11",
  case: "#16171a",
  edge: "#3a3d43",
  ink: "#ebedef",
  muted: "#a1a5ab",
  accent: "#3569e7",
  accentText: "#87afff",
  accentSoft: "#16233f",
} as const;

/** Draws the link preview, 1200 by 630. The image engine supports only flexbox and inline styles. */
export function ShareImage() {
  return (
    <div
      style={{
        display: "flex",
        width: "100%",
        height: "100%",
        background: paint.ground,
        color: paint.ink,
        fontFamily: "Inter",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column", width: 740, padding: "72px 0 72px 80px" }}>
        <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 34, fontWeight: 600 }}>
          <Mark />
          {site.name}
        </div>
        <div
          style={{
            display: "flex",
            flexDirection: "column",
            marginTop: "auto",
            fontSize: 70,
            fontWeight: 600,
            lineHeight: 1.08,
            letterSpacing: -2.4,
          }}
        >
          <span>Your cards, graded.</span>
          <span>Without the</span>
          <span>paperwork.</span>
        </div>
        <div style={{ display: "flex", marginTop: 32, fontSize: 30, lineHeight: 1.4, color: paint.muted }}>
          Pay once, ship one box, and follow your cards until the slabs are back.
        </div>
      </div>
      <Slab />
    </div>
  );
}

function Mark() {
  return (
    <svg width="40" height="52" viewBox="0 0 20 26" role="presentation">
      <rect width="20" height="26" rx="4" fill={paint.accent} />
      <rect x="3.5" y="3.5" width="13" height="4" rx="1" fill="#fff" />
      <rect
        x="4.25"
        y="10.75"
        width="11.5"
        height="11.5"
        rx="1.25"
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
      />
    </svg>
  );
}

function Slab() {
  return (
    <Frame
      style={{
        left: 846,
        top: 70,
        width: 320,
        height: 620,
        padding: 26,
        borderRadius: 28,
        background: paint.case,
      }}
    >
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          border: `4px solid ${paint.accent}`,
          borderRadius: 12,
          fontWeight: 600,
        }}
      >
        <div style={{ display: "flex", padding: "4px 16px 8px", background: paint.accent, fontSize: 18 }}>
          {site.name.toUpperCase()}
        </div>
        <div
          style={{
            display: "flex",
            alignItems: "center",
            justifyContent: "space-between",
            padding: "10px 16px",
          }}
        >
          <span style={{ fontSize: 24 }}>Your batch</span>
          <span style={{ fontSize: 46, color: paint.accentText }}>24</span>
        </div>
      </div>
      <div
        style={{
          display: "flex",
          marginTop: 24,
          height: 420,
          padding: 12,
          borderRadius: 16,
          background: paint.accent,
        }}
      >
        <svg width="238" height="300" viewBox="0 0 238 300" role="presentation">
          <rect width="238" height="300" rx="8" fill={paint.accentSoft} />
          {[26, 50, 74, 98].map((radius) => (
            <circle
              key={radius}
              cx="119"
              cy="150"
              r={radius}
              fill="none"
              stroke={paint.accentText}
              strokeWidth="2"
              opacity="0.6"
            />
          ))}
          <circle cx="119" cy="150" r="12" fill={paint.accent} />
        </svg>
      </div>
    </Frame>
  );
}

function Frame({ style, children }: { style: Record<string, string | number>; children: ReactNode }) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        position: "absolute",
        border: `2px solid ${paint.edge}`,
        transform: "rotate(6deg)",
        ...style,
      }}
    >
      {children}
    </div>
  );
}
