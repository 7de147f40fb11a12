export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      awaited_debits: {
        Row: {
          order_id: string
          session_id: string
          until: string
        }
        Insert: {
          order_id: string
          session_id: string
          until: string
        }
        Update: {
          order_id?: string
          session_id?: string
          until?: string
        }
        Relationships: [
          {
            foreignKeyName: "awaited_debits_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      email_opt_outs: {
        Row: {
          address_hash: string
          created_at: string
        }
        Insert: {
          address_hash: string
          created_at?: string
        }
        Update: {
          address_hash?: string
          created_at?: string
        }
        Relationships: []
      }
      erasures: {
        Row: {
          address_hash: string
          counts: NonNullable<Json>
          erased_at: string
          erased_by: string
          id: number
        }
        Insert: {
          address_hash: string
          counts: NonNullable<Json>
          erased_at?: string
          erased_by: string
          id?: never
        }
        Update: {
          address_hash?: string
          counts?: NonNullable<Json>
          erased_at?: string
          erased_by?: string
          id?: never
        }
        Relationships: []
      }
      grader_shipments: {
        Row: {
          back_at: string | null
          changed_at: string | null
          changed_by: string | null
          declared_cards: number | null
          grader: string
          id: number
          opened_at: string
          opened_by: string
          returned_cards: number | null
          shipped_at: string | null
          step: string
          submission_number: string | null
          version: number
        }
        Insert: {
          back_at?: string | null
          changed_at?: string | null
          changed_by?: string | null
          declared_cards?: number | null
          grader: string
          id?: never
          opened_at?: string
          opened_by: string
          returned_cards?: number | null
          shipped_at?: string | null
          step?: string
          submission_number?: string | null
          version?: number
        }
        Update: {
          back_at?: string | null
          changed_at?: string | null
          changed_by?: string | null
          declared_cards?: number | null
          grader?: string
          id?: never
          opened_at?: string
          opened_by?: string
          returned_cards?: number | null
          shipped_at?: string | null
          step?: string
          submission_number?: string | null
          version?: number
        }
        Relationships: []
      }
      grading_orders: {
        Row: {
          arrived_at: string | null
          batch_id: string | null
          cancel_requested_at: string | null
          canceled_at: string | null
          cards_sent: number | null
          change_context: Json | null
          checkout_attempt: number
          created_at: string
          currency: string
          delay_reason: string | null
          delayed_until: string | null
          due_on: string | null
          fulfillment_status: string
          grading_fee: number
          grading_submission_number: string | null
          guest_email: string | null
          guest_key: string | null
          id: string
          inbound_carrier: string | null
          inbound_delivered_at: string | null
          inbound_shipped_at: string | null
          inbound_tracking: string | null
          is_counted_in_part: boolean
          is_lost: boolean
          look_from: string | null
          note_due_at: string
          notes: string | null
          num_cards: number
          open_by: string | null
          overdue_notice_day: string | null
          package_condition: string | null
          paid_at: string | null
          payment_status: string
          plan_type: string
          promised_from: string | null
          promised_to: string | null
          proposed_count: number | null
          quota_month: string | null
          rate_cents: number
          receipt_url: string | null
          received_at: string | null
          received_count: number | null
          refunded_cents: number
          reservation_expires_at: string | null
          return_address: Json | null
          return_carrier: string | null
          search_text: string
          sent_back_at: string | null
          ship_reminders: number
          stripe_payment_intent_id: string | null
          stripe_session_id: string | null
          submission_status: string
          submitted_at: string
          title: string | null
          total_paid: number | null
          tracking_number: string | null
          updated_at: string
          user_email: string | null
          user_id: string | null
          version: number
        }
        Insert: {
          arrived_at?: string | null
          batch_id?: string | null
          cancel_requested_at?: string | null
          canceled_at?: string | null
          cards_sent?: number | null
          change_context?: Json | null
          checkout_attempt?: number
          created_at?: string
          currency?: string
          delay_reason?: string | null
          delayed_until?: string | null
          due_on?: string | null
          fulfillment_status?: string
          grading_fee: number
          grading_submission_number?: string | null
          guest_email?: string | null
          guest_key?: string | null
          id?: string
          inbound_carrier?: string | null
          inbound_delivered_at?: string | null
          inbound_shipped_at?: string | null
          inbound_tracking?: string | null
          is_counted_in_part?: boolean
          is_lost?: boolean
          look_from?: string | null
          note_due_at?: string
          notes?: string | null
          num_cards: number
          open_by?: string | null
          overdue_notice_day?: string | null
          package_condition?: string | null
          paid_at?: string | null
          payment_status?: string
          plan_type: string
          promised_from?: string | null
          promised_to?: string | null
          proposed_count?: number | null
          quota_month?: string | null
          rate_cents: number
          receipt_url?: string | null
          received_at?: string | null
          received_count?: number | null
          refunded_cents?: number
          reservation_expires_at?: string | null
          return_address?: Json | null
          return_carrier?: string | null
          search_text?: string
          sent_back_at?: string | null
          ship_reminders?: number
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          submission_status?: string
          submitted_at?: string
          title?: string | null
          total_paid?: number | null
          tracking_number?: string | null
          updated_at?: string
          user_email?: string | null
          user_id?: string | null
          version?: number
        }
        Update: {
          arrived_at?: string | null
          batch_id?: string | null
          cancel_requested_at?: string | null
          canceled_at?: string | null
          cards_sent?: number | null
          change_context?: Json | null
          checkout_attempt?: number
          created_at?: string
          currency?: string
          delay_reason?: string | null
          delayed_until?: string | null
          due_on?: string | null
          fulfillment_status?: string
          grading_fee?: number
          grading_submission_number?: string | null
          guest_email?: string | null
          guest_key?: string | null
          id?: string
          inbound_carrier?: string | null
          inbound_delivered_at?: string | null
          inbound_shipped_at?: string | null
          inbound_tracking?: string | null
          is_counted_in_part?: boolean
          is_lost?: boolean
          look_from?: string | null
          note_due_at?: string
          notes?: string | null
          num_cards?: number
          open_by?: string | null
          overdue_notice_day?: string | null
          package_condition?: string | null
          paid_at?: string | null
          payment_status?: string
          plan_type?: string
          promised_from?: string | null
          promised_to?: string | null
          proposed_count?: number | null
          quota_month?: string | null
          rate_cents?: number
          receipt_url?: string | null
          received_at?: string | null
          received_count?: number | null
          refunded_cents?: number
          reservation_expires_at?: string | null
          return_address?: Json | null
          return_carrier?: string | null
          search_text?: string
          sent_back_at?: string | null
          ship_reminders?: number
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          submission_status?: string
          submitted_at?: string
          title?: string | null
          total_paid?: number | null
          tracking_number?: string | null
          updated_at?: string
          user_email?: string | null
          user_id?: string | null
          version?: number
        }
        Relationships: []
      }
      holidays: {
        Row: {
          day: string
          name: string
        }
        Insert: {
          day: string
          name: string
        }
        Update: {
          day?: string
          name?: string
        }
        Relationships: []
      }
      job_failures: {
        Row: {
          failed_at: string
          failing_since: string
          notified_at: string | null
          task: string
        }
        Insert: {
          failed_at: string
          failing_since: string
          notified_at?: string | null
          task: string
        }
        Update: {
          failed_at?: string
          failing_since?: string
          notified_at?: string | null
          task?: string
        }
        Relationships: []
      }
      job_progress: {
        Row: {
          finished_at: string | null
          kind: string
          looked_until: string | null
          place: string | null
        }
        Insert: {
          finished_at?: string | null
          kind: string
          looked_until?: string | null
          place?: string | null
        }
        Update: {
          finished_at?: string | null
          kind?: string
          looked_until?: string | null
          place?: string | null
        }
        Relationships: []
      }
      order_adjustments: {
        Row: {
          amount_cents: number
          checkout_attempt: number
          chosen_option: string | null
          closed_at: string | null
          closed_by: string | null
          closing_note: string | null
          counted: number | null
          created_at: string
          deadline_at: string
          decided_at: string | null
          dispute_status: string | null
          id: string
          is_pending: boolean
          kind: string
          next_look_at: string | null
          notified_at: string | null
          order_id: string
          own_look_at: string | null
          paid_at: string | null
          paid_cents: number | null
          qty: number
          quota_month: string | null
          reason: string | null
          receipt_url: string | null
          refunded_cents: number
          reservation_expires_at: string | null
          status: string
          stripe_payment_intent_id: string | null
          stripe_session_id: string | null
          unit_cents: number
          user_id: string | null
          vain_looks: number
          words: string | null
        }
        Insert: {
          amount_cents: number
          checkout_attempt?: number
          chosen_option?: string | null
          closed_at?: string | null
          closed_by?: string | null
          closing_note?: string | null
          counted?: number | null
          created_at?: string
          deadline_at: string
          decided_at?: string | null
          dispute_status?: string | null
          id?: string
          is_pending?: boolean
          kind: string
          next_look_at?: string | null
          notified_at?: string | null
          order_id: string
          own_look_at?: string | null
          paid_at?: string | null
          paid_cents?: number | null
          qty: number
          quota_month?: string | null
          reason?: string | null
          receipt_url?: string | null
          refunded_cents?: number
          reservation_expires_at?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          unit_cents: number
          user_id?: string | null
          vain_looks?: number
          words?: string | null
        }
        Update: {
          amount_cents?: number
          checkout_attempt?: number
          chosen_option?: string | null
          closed_at?: string | null
          closed_by?: string | null
          closing_note?: string | null
          counted?: number | null
          created_at?: string
          deadline_at?: string
          decided_at?: string | null
          dispute_status?: string | null
          id?: string
          is_pending?: boolean
          kind?: string
          next_look_at?: string | null
          notified_at?: string | null
          order_id?: string
          own_look_at?: string | null
          paid_at?: string | null
          paid_cents?: number | null
          qty?: number
          quota_month?: string | null
          reason?: string | null
          receipt_url?: string | null
          refunded_cents?: number
          reservation_expires_at?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          unit_cents?: number
          user_id?: string | null
          vain_looks?: number
          words?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_adjustments_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_admin: {
        Row: {
          address_held_until: string | null
          alarms_notified: string[]
          blockers: string[]
          box_counts: number[] | null
          cards_back_at: string | null
          dispute_status: string | null
          grader_shipment_id: number | null
          grouped_at: string | null
          has_new_alarm: boolean
          internal_notes: string | null
          invoice_filename: string | null
          is_set_aside: boolean
          needs_money_review: boolean
          open_exceptions: number
          order_id: string
          paid_extras: number
          placed_by_admin: boolean
          problem_since: string | null
          received_by: string | null
          review_reason: string | null
          settled_count: number | null
          shelf_location: string | null
          updated_at: string
          waiting_on: string | null
          waiting_since: string | null
        }
        Insert: {
          address_held_until?: string | null
          alarms_notified?: string[]
          blockers?: string[]
          box_counts?: number[] | null
          cards_back_at?: string | null
          dispute_status?: string | null
          grader_shipment_id?: number | null
          grouped_at?: string | null
          has_new_alarm?: never
          internal_notes?: string | null
          invoice_filename?: string | null
          is_set_aside?: boolean
          needs_money_review?: never
          open_exceptions?: number
          order_id: string
          paid_extras?: number
          placed_by_admin?: boolean
          problem_since?: string | null
          received_by?: string | null
          review_reason?: string | null
          settled_count?: number | null
          shelf_location?: string | null
          updated_at?: string
          waiting_on?: never
          waiting_since?: string | null
        }
        Update: {
          address_held_until?: string | null
          alarms_notified?: string[]
          blockers?: string[]
          box_counts?: number[] | null
          cards_back_at?: string | null
          dispute_status?: string | null
          grader_shipment_id?: number | null
          grouped_at?: string | null
          has_new_alarm?: never
          internal_notes?: string | null
          invoice_filename?: string | null
          is_set_aside?: boolean
          needs_money_review?: never
          open_exceptions?: number
          order_id?: string
          paid_extras?: number
          placed_by_admin?: boolean
          problem_since?: string | null
          received_by?: string | null
          review_reason?: string | null
          settled_count?: number | null
          shelf_location?: string | null
          updated_at?: string
          waiting_on?: never
          waiting_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_admin_grader_shipment_id_fkey"
            columns: ["grader_shipment_id"]
            referencedRelation: "grader_shipments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_admin_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_events: {
        Row: {
          actor_id: string | null
          actor_type: string
          data: Json | null
          erased_at: string | null
          from_value: string | null
          id: number
          message: string | null
          occurred_at: string
          order_id: string
          order_version: number | null
          public: boolean
          to_value: string | null
          type: string
        }
        Insert: {
          actor_id?: string | null
          actor_type?: string
          data?: Json | null
          erased_at?: string | null
          from_value?: string | null
          id?: never
          message?: string | null
          occurred_at?: string
          order_id: string
          order_version?: number | null
          public?: boolean
          to_value?: string | null
          type: string
        }
        Update: {
          actor_id?: string | null
          actor_type?: string
          data?: Json | null
          erased_at?: string | null
          from_value?: string | null
          id?: never
          message?: string | null
          occurred_at?: string
          order_id?: string
          order_version?: number | null
          public?: boolean
          to_value?: string | null
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_events_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_messages: {
        Row: {
          author: string
          body: string
          id: number
          kind: string
          order_id: string
          sent_at: string
        }
        Insert: {
          author: string
          body: string
          id?: never
          kind: string
          order_id: string
          sent_at?: string
        }
        Update: {
          author?: string
          body?: string
          id?: never
          kind?: string
          order_id?: string
          sent_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_messages_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_notes: {
        Row: {
          author_id: string
          body: string
          created_at: string
          id: number
          order_id: string
        }
        Insert: {
          author_id: string
          body: string
          created_at?: string
          id?: never
          order_id: string
        }
        Update: {
          author_id?: string
          body?: string
          created_at?: string
          id?: never
          order_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_notes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_photos: {
        Row: {
          due_at: string | null
          failed_deletions: number
          id: string
          kind: string
          notified_at: string | null
          order_id: string | null
          package_id: string | null
          path: string
          public: boolean
          removed_at: string | null
          stored_at: string | null
          taken_at: string
          taken_by: string | null
        }
        Insert: {
          due_at?: string | null
          failed_deletions?: number
          id?: string
          kind: string
          notified_at?: string | null
          order_id?: string | null
          package_id?: string | null
          path: string
          public: boolean
          removed_at?: string | null
          stored_at?: string | null
          taken_at?: string
          taken_by?: string | null
        }
        Update: {
          due_at?: string | null
          failed_deletions?: number
          id?: string
          kind?: string
          notified_at?: string | null
          order_id?: string | null
          package_id?: string | null
          path?: string
          public?: boolean
          removed_at?: string | null
          stored_at?: string | null
          taken_at?: string
          taken_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_photos_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_photos_package_id_fkey"
            columns: ["package_id"]
            referencedRelation: "packages"
            referencedColumns: ["id"]
          },
        ]
      }
      outbox: {
        Row: {
          attempts: number
          created_at: string
          dedupe_key: string
          failed_at: string | null
          id: number
          is_unwanted: boolean
          kind: string
          last_error: string | null
          locked_until: string | null
          message_id: string | null
          next_attempt_at: string
          notified_at: string | null
          payload: NonNullable<Json>
          sent_at: string | null
        }
        Insert: {
          attempts?: number
          created_at?: string
          dedupe_key: string
          failed_at?: string | null
          id?: never
          is_unwanted?: boolean
          kind: string
          last_error?: string | null
          locked_until?: string | null
          message_id?: string | null
          next_attempt_at?: string
          notified_at?: string | null
          payload: NonNullable<Json>
          sent_at?: string | null
        }
        Update: {
          attempts?: number
          created_at?: string
          dedupe_key?: string
          failed_at?: string | null
          id?: never
          is_unwanted?: boolean
          kind?: string
          last_error?: string | null
          locked_until?: string | null
          message_id?: string | null
          next_attempt_at?: string
          notified_at?: string | null
          payload?: NonNullable<Json>
          sent_at?: string | null
        }
        Relationships: []
      }
      packages: {
        Row: {
          arrived_at: string
          arrived_by: string | null
          carrier: string | null
          changed_at: string | null
          changed_by: string | null
          deleted_at: string | null
          id: string
          matched_at: string | null
          matched_by: string | null
          notes: string | null
          order_id: string | null
          sender: string | null
          shelf_location: string | null
          tracking_number: string | null
          version: number
        }
        Insert: {
          arrived_at?: string
          arrived_by?: string | null
          carrier?: string | null
          changed_at?: string | null
          changed_by?: string | null
          deleted_at?: string | null
          id?: string
          matched_at?: string | null
          matched_by?: string | null
          notes?: string | null
          order_id?: string | null
          sender?: string | null
          shelf_location?: string | null
          tracking_number?: string | null
          version?: number
        }
        Update: {
          arrived_at?: string
          arrived_by?: string | null
          carrier?: string | null
          changed_at?: string | null
          changed_by?: string | null
          deleted_at?: string | null
          id?: string
          matched_at?: string | null
          matched_by?: string | null
          notes?: string | null
          order_id?: string | null
          sender?: string | null
          shelf_location?: string | null
          tracking_number?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "packages_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      password_choices: {
        Row: {
          chosen_at: string
          is_unproven: boolean
          user_id: string
        }
        Insert: {
          chosen_at?: string
          is_unproven?: boolean
          user_id: string
        }
        Update: {
          chosen_at?: string
          is_unproven?: boolean
          user_id?: string
        }
        Relationships: []
      }
      payment_exceptions: {
        Row: {
          accepted_cents: number | null
          created_at: string
          detail: NonNullable<Json>
          id: number
          notified_at: string | null
          order_id: string | null
          reason: string
          resolution: string | null
          resolved_at: string | null
          resolved_by: string | null
          stripe_session_id: string
        }
        Insert: {
          accepted_cents?: number | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: never
          notified_at?: string | null
          order_id?: string | null
          reason: string
          resolution?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          stripe_session_id: string
        }
        Update: {
          accepted_cents?: number | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: never
          notified_at?: string | null
          order_id?: string | null
          reason?: string
          resolution?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          stripe_session_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_exceptions_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_reads: {
        Row: {
          about: string
          fence: number
          read_at: string
        }
        Insert: {
          about: string
          fence: number
          read_at?: string
        }
        Update: {
          about?: string
          fence?: number
          read_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          address_line1: string | null
          address_line2: string | null
          city: string | null
          country: string
          full_name: string | null
          is_complete: boolean
          phone: string | null
          postal_code: string | null
          state: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          address_line1?: string | null
          address_line2?: string | null
          city?: string | null
          country?: string
          full_name?: string | null
          is_complete?: never
          phone?: string | null
          postal_code?: string | null
          state?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          address_line1?: string | null
          address_line2?: string | null
          city?: string | null
          country?: string
          full_name?: string | null
          is_complete?: never
          phone?: string | null
          postal_code?: string | null
          state?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      rate_limits: {
        Row: {
          blocked_until: string | null
          key: string
          updated_at: string
          windows: NonNullable<Json>
        }
        Insert: {
          blocked_until?: string | null
          key: string
          updated_at?: string
          windows?: NonNullable<Json>
        }
        Update: {
          blocked_until?: string | null
          key?: string
          updated_at?: string
          windows?: NonNullable<Json>
        }
        Relationships: []
      }
      refund_requests: {
        Row: {
          adjustment_id: string | null
          amount_cents: number
          attempt: number
          created_at: string
          failure: string | null
          id: string
          next_try_at: string | null
          order_id: string
          reason: string
          requested_by: string | null
          status: string
          stripe_refund_id: string | null
          told_attempt: number | null
          updated_at: string
        }
        Insert: {
          adjustment_id?: string | null
          amount_cents: number
          attempt?: number
          created_at?: string
          failure?: string | null
          id: string
          next_try_at?: string | null
          order_id: string
          reason: string
          requested_by?: string | null
          status?: string
          stripe_refund_id?: string | null
          told_attempt?: number | null
          updated_at?: string
        }
        Update: {
          adjustment_id?: string | null
          amount_cents?: number
          attempt?: number
          created_at?: string
          failure?: string | null
          id?: string
          next_try_at?: string | null
          order_id?: string
          reason?: string
          requested_by?: string | null
          status?: string
          stripe_refund_id?: string | null
          told_attempt?: number | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "refund_requests_adjustment_id_fkey"
            columns: ["adjustment_id"]
            referencedRelation: "order_adjustments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refund_requests_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      set_asides: {
        Row: {
          asked_at: string | null
          asked_by: string | null
          asked_note: string | null
          ended_at: string | null
          ended_by: string | null
          note: string | null
          order_id: string
          reason: string
          set_aside_at: string
          set_aside_by: string
        }
        Insert: {
          asked_at?: string | null
          asked_by?: string | null
          asked_note?: string | null
          ended_at?: string | null
          ended_by?: string | null
          note?: string | null
          order_id: string
          reason: string
          set_aside_at?: string
          set_aside_by: string
        }
        Update: {
          asked_at?: string | null
          asked_by?: string | null
          asked_note?: string | null
          ended_at?: string | null
          ended_by?: string | null
          note?: string | null
          order_id?: string
          reason?: string
          set_aside_at?: string
          set_aside_by?: string
        }
        Relationships: [
          {
            foreignKeyName: "set_asides_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      staff: {
        Row: {
          created_at: string
          role: string
          user_id: string
        }
        Insert: {
          created_at?: string
          role: string
          user_id: string
        }
        Update: {
          created_at?: string
          role?: string
          user_id?: string
        }
        Relationships: []
      }
      staff_actions: {
        Row: {
          actor_id: string
          after: NonNullable<Json>
          before: NonNullable<Json>
          created_at: string
          first_event: number
          group_step: string | null
          id: string
          kind: string
          last_event: number
          order_id: string
          place: number
          shipment_id: number | null
          undone_at: string | null
          version: number
          version_before: number
        }
        Insert: {
          actor_id: string
          after: NonNullable<Json>
          before: NonNullable<Json>
          created_at?: string
          first_event: number
          group_step?: string | null
          id: string
          kind: string
          last_event: number
          order_id: string
          place?: never
          shipment_id?: number | null
          undone_at?: string | null
          version: number
          version_before: number
        }
        Update: {
          actor_id?: string
          after?: NonNullable<Json>
          before?: NonNullable<Json>
          created_at?: string
          first_event?: number
          group_step?: string | null
          id?: string
          kind?: string
          last_event?: number
          order_id?: string
          place?: never
          shipment_id?: number | null
          undone_at?: string | null
          version?: number
          version_before?: number
        }
        Relationships: [
          {
            foreignKeyName: "staff_actions_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      staff_log: {
        Row: {
          about: string | null
          actor_id: string | null
          after: Json | null
          at: string
          before: Json | null
          id: number
          type: string
        }
        Insert: {
          about?: string | null
          actor_id?: string | null
          after?: Json | null
          at?: string
          before?: Json | null
          id?: number
          type: string
        }
        Update: {
          about?: string | null
          actor_id?: string | null
          after?: Json | null
          at?: string
          before?: Json | null
          id?: number
          type?: string
        }
        Relationships: []
      }
      stripe_customers: {
        Row: {
          checkout_at: string | null
          checkout_attempt: number
          checkout_price: string | null
          created_at: string
          deleted_at: string | null
          fence: number
          stripe_customer_id: string
          synced_at: string | null
          user_id: string
        }
        Insert: {
          checkout_at?: string | null
          checkout_attempt?: number
          checkout_price?: string | null
          created_at?: string
          deleted_at?: string | null
          fence?: number
          stripe_customer_id: string
          synced_at?: string | null
          user_id: string
        }
        Update: {
          checkout_at?: string | null
          checkout_attempt?: number
          checkout_price?: string | null
          created_at?: string
          deleted_at?: string | null
          fence?: number
          stripe_customer_id?: string
          synced_at?: string | null
          user_id?: string
        }
        Relationships: []
      }
      stripe_events: {
        Row: {
          attempts: number
          event_id: string
          last_error: string | null
          livemode: boolean
          notified_at: string | null
          object_id: string | null
          processed_at: string | null
          received_at: string
          tried_at: string
          type: string
        }
        Insert: {
          attempts?: number
          event_id: string
          last_error?: string | null
          livemode: boolean
          notified_at?: string | null
          object_id?: string | null
          processed_at?: string | null
          received_at?: string
          tried_at?: string
          type: string
        }
        Update: {
          attempts?: number
          event_id?: string
          last_error?: string | null
          livemode?: boolean
          notified_at?: string | null
          object_id?: string | null
          processed_at?: string | null
          received_at?: string
          tried_at?: string
          type?: string
        }
        Relationships: []
      }
      subscriptions: {
        Row: {
          cancel_at_period_end: boolean
          created_at: string
          current_period_end: string
          current_period_start: string
          fence: number
          id: string
          is_unlisted: boolean
          next_plan_type: string | null
          plan_type: string
          status: string
          stripe_customer_id: string
          stripe_price_id: string
          stripe_subscription_id: string
          updated_at: string
          user_id: string
        }
        Insert: {
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end: string
          current_period_start: string
          fence?: number
          id?: string
          is_unlisted?: boolean
          next_plan_type?: string | null
          plan_type: string
          status: string
          stripe_customer_id: string
          stripe_price_id: string
          stripe_subscription_id: string
          updated_at?: string
          user_id: string
        }
        Update: {
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end?: string
          current_period_start?: string
          fence?: number
          id?: string
          is_unlisted?: boolean
          next_plan_type?: string | null
          plan_type?: string
          status?: string
          stripe_customer_id?: string
          stripe_price_id?: string
          stripe_subscription_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      tracking_links: {
        Row: {
          created_at: string
          generation: number
          mailed_at: string | null
          order_id: string
          revoked_at: string | null
          token_hash: string
        }
        Insert: {
          created_at?: string
          generation?: number
          mailed_at?: string | null
          order_id: string
          revoked_at?: string | null
          token_hash: string
        }
        Update: {
          created_at?: string
          generation?: number
          mailed_at?: string | null
          order_id?: string
          revoked_at?: string | null
          token_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "tracking_links_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "grading_orders"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      alert_staff: {
        Args: {
          p_count?: number
          p_items: Json
          p_now?: string
          p_with_mail: boolean
          p_work: string
        }
        Returns: boolean
      }
      apply_adjustment_checkout: {
        Args: {
          p_adjustment_id: string
          p_amount_cents: number
          p_async_failed?: boolean
          p_currency: string
          p_expected_livemode: boolean
          p_livemode: boolean
          p_now?: string
          p_payment_intent_id?: string
          p_payment_status: string
          p_receipt_url?: string
          p_session_id: string
          p_session_status: string
        }
        Returns: Json
      }
      apply_checkout: {
        Args: {
          p_amount_cents: number
          p_async_failed?: boolean
          p_currency: string
          p_email?: string
          p_event_id?: string
          p_expected_livemode: boolean
          p_livemode: boolean
          p_now?: string
          p_order_id: string
          p_payment_intent_id?: string
          p_payment_status: string
          p_receipt_url?: string
          p_session_id: string
          p_session_status: string
          p_shipping?: Json
          p_tracking_hash: string
        }
        Returns: Json
      }
      apply_dispute: {
        Args: {
          p_customer_id?: string
          p_fence: number
          p_payment_intent_id: string
          p_status: string
        }
        Returns: Json
      }
      apply_refund: {
        Args: {
          p_expected_livemode: boolean
          p_fence: number
          p_livemode: boolean
          p_payment_intent_id: string
          p_refunded_cents: number
        }
        Returns: Json
      }
      attach_adjustment_session: {
        Args: {
          p_adjustment_id: string
          p_attempt: number
          p_session_id: string
        }
        Returns: Json
      }
      attach_checkout_session: {
        Args: { p_attempt: number; p_order_id: string; p_session_id: string }
        Returns: Json
      }
      begin_adjustment_refund: {
        Args: { p_adjustment_id: string }
        Returns: Json
      }
      begin_cancellation: {
        Args: {
          p_amount_cents: number
          p_guest_key: string
          p_order_id: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
      begin_membership_checkout: {
        Args: {
          p_from_attempt?: number
          p_now?: string
          p_price_id: string
          p_stripe_customer_id: string
        }
        Returns: Json
      }
      bind_staff: {
        Args: { p_actor?: string; p_email: string; p_role: string }
        Returns: Json
      }
      cancel_reservation: {
        Args: {
          p_order_id: string
          p_reason?: string
          p_unknown_session_id?: string
        }
        Returns: Json
      }
      change_inbound: {
        Args: {
          p_action: string
          p_carrier?: string
          p_day?: string
          p_guest_key: string
          p_now?: string
          p_order_id: string
          p_token_hash: string
          p_tracking?: string
          p_user_id: string
        }
        Returns: Json
      }
      change_return_address: {
        Args: {
          p_address: Json
          p_is_proven: boolean
          p_order_id: string
          p_user_id: string
        }
        Returns: Json
      }
      claim_due_adjustments: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      claim_new_alarms: {
        Args: { p_limit?: number; p_now?: string; p_with_mail: boolean }
        Returns: Json
      }
      claim_order: {
        Args: { p_order_id: string; p_times_linked: number; p_user_id: string }
        Returns: Json
      }
      claim_outbox: {
        Args: { p_lease_seconds?: number; p_limit?: number; p_now?: string }
        Returns: Json
      }
      claim_stuck_photos: {
        Args: { p_now?: string; p_with_mail: boolean }
        Returns: Json
      }
      claim_stuck_work: {
        Args: { p_now?: string; p_with_mail: boolean }
        Returns: Json
      }
      confirm_arrival: {
        Args: {
          p_guest_key: string
          p_order_id: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
      decide_adjustment: {
        Args: {
          p_adjustment_id: string
          p_guest_key: string
          p_now?: string
          p_option: string
          p_token_hash: string
          p_user_id: string
          p_words?: string
        }
        Returns: Json
      }
      dispute_address_change: { Args: { p_order_id: string }; Returns: Json }
      enqueue_claim_link: {
        Args: {
          p_guest_key: string
          p_now?: string
          p_order_id: string
          p_user_id: string
        }
        Returns: Json
      }
      enqueue_order_confirmation: {
        Args: { p_now?: string; p_order_id: string }
        Returns: Json
      }
      enqueue_tracking_link: {
        Args: {
          p_batch: string
          p_email: string
          p_now?: string
          p_order_id?: string
          p_token_hash?: string
        }
        Returns: Json
      }
      ensure_stripe_customer: {
        Args: { p_stripe_customer_id: string; p_user_id: string }
        Returns: Json
      }
      erase_person: {
        Args: { p_by: string; p_does?: boolean; p_email: string }
        Returns: Json
      }
      expire_adjustment: {
        Args: { p_adjustment_id: string; p_now?: string }
        Returns: Json
      }
      filter_unhandled_ids: { Args: { p_ids: Json }; Returns: Json }
      finish_outbox: {
        Args: {
          p_error?: string
          p_id: number
          p_message_id?: string
          p_now?: string
        }
        Returns: Json
      }
      finish_photo_deletion: {
        Args: { p_is_deleted: boolean; p_now?: string; p_photo_id: string }
        Returns: undefined
      }
      finish_stripe_event: {
        Args: { p_error?: string; p_event_id: string }
        Returns: Json
      }
      get_adjustment: {
        Args: {
          p_adjustment_id: string
          p_guest_key?: string
          p_is_for_server?: boolean
          p_token_hash?: string
          p_user_id?: string
        }
        Returns: Json
      }
      get_custody_receipt: { Args: { p_order_id: string }; Returns: Json }
      get_dashboard: {
        Args: {
          p_batch?: string
          p_before?: boolean
          p_cursor_id?: string
          p_cursor_submitted_at?: string
          p_limit?: number
        }
        Returns: Json
      }
      get_guest_order_to_print: {
        Args: { p_guest_key: string; p_order_id: string }
        Returns: Json
      }
      get_job_progress: { Args: Record<PropertyKey, never>; Returns: Json }
      get_membership: {
        Args: { p_stripe_subscription_id: string }
        Returns: Json
      }
      get_optional_emails: { Args: { p_address_hash: string }; Returns: Json }
      get_order_by_batch: { Args: { p_batch_id: string }; Returns: Json }
      get_order_by_session: { Args: { p_session_id: string }; Returns: Json }
      get_order_for_email: { Args: { p_order_id: string }; Returns: Json }
      get_order_to_print: { Args: { p_order_id: string }; Returns: Json }
      get_photo: { Args: { p_photo_id: string }; Returns: Json }
      get_profile_page: { Args: Record<PropertyKey, never>; Returns: Json }
      get_session_context: { Args: { p_now?: string }; Returns: Json }
      get_shown_photo: {
        Args: {
          p_guest_key?: string
          p_now?: string
          p_order_id?: string
          p_photo_id: string
          p_token_hash?: string
        }
        Returns: Json
      }
      get_stripe_customer: { Args: { p_user_id: string }; Returns: Json }
      get_submit_page: { Args: { p_now?: string }; Returns: Json }
      get_tracked_order: {
        Args: { p_now?: string; p_token_hash: string }
        Returns: Json
      }
      is_mail_link_open: {
        Args: { p_now?: string; p_token_hash: string }
        Returns: boolean
      }
      is_our_payment: { Args: { p_payment_intent_id: string }; Returns: Json }
      link_guest_orders: {
        Args: {
          p_guest_key?: string
          p_self_confirmed?: boolean
          p_user_id: string
        }
        Returns: number
      }
      list_claimable_orders: {
        Args: {
          p_guest_key?: string
          p_order_id?: string
          p_times_linked?: number
          p_user_id: string
        }
        Returns: Json
      }
      list_due_photos: {
        Args: {
          p_after_due?: string
          p_after_id?: string
          p_limit?: number
          p_now?: string
        }
        Returns: Json
      }
      list_expired_reservations: {
        Args: { p_after?: string; p_limit?: number; p_now?: string }
        Returns: Json
      }
      list_guest_pending_orders: {
        Args: { p_guest_key: string }
        Returns: Json
      }
      list_memberships_to_sync: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      list_pending_payments: {
        Args: { p_after?: string; p_limit?: number; p_now?: string }
        Returns: Json
      }
      list_stray_photos: {
        Args: { p_after?: string; p_limit?: number; p_now?: string }
        Returns: Json
      }
      list_stuck_refunds: {
        Args: { p_limit?: number; p_now?: string; p_order_id?: string }
        Returns: Json
      }
      list_unprocessed_stripe_events: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      mark_stripe_customer_deleted: {
        Args: { p_now?: string; p_stripe_customer_id: string }
        Returns: Json
      }
      missing_migrations: { Args: { p_versions: string[] }; Returns: Json }
      next_checkout_attempt: {
        Args: { p_from_attempt?: number; p_order_id: string }
        Returns: Json
      }
      next_read_fence: { Args: Record<PropertyKey, never>; Returns: number }
      note_job_failures: {
        Args: { p_failed: Json; p_now?: string; p_with_mail: boolean }
        Returns: Json
      }
      note_lost_customer: {
        Args: {
          p_stripe_customer_id: string
          p_subscription_id?: string
          p_user_id?: string
        }
        Returns: Json
      }
      note_password_choice: {
        Args: { p_now?: string; p_user_id: string }
        Returns: number
      }
      postpone_refund: {
        Args: { p_now?: string; p_request_id: string }
        Returns: undefined
      }
      purge_abandoned_orders: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      purge_expired_rows: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      purge_sent_emails: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      purge_staff_actions: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      queue_no_update_emails: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      queue_overdue_notices: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      queue_ship_reminders: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      record_stripe_event: {
        Args: {
          p_event_id: string
          p_is_own?: boolean
          p_livemode: boolean
          p_object_id: string
          p_type: string
        }
        Returns: Json
      }
      refund_rate_limits: {
        Args: { p_keys: string[]; p_taken_at: string }
        Returns: undefined
      }
      rename_order: {
        Args: { p_order_id: string; p_title: string; p_user_id: string }
        Returns: Json
      }
      replace_tracking_link: {
        Args: {
          p_generation: number
          p_guest_key: string
          p_now?: string
          p_order_id: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
      report_problem: {
        Args: {
          p_body: string
          p_guest_key: string
          p_now?: string
          p_order_id: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
      reserve_adjustment: {
        Args: {
          p_adjustment_id: string
          p_amount_cents: number
          p_guest_key: string
          p_now?: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
      reserve_order: {
        Args: {
          p_batch_id: string
          p_guest_key: string
          p_monthly_limit?: number
          p_notes?: string
          p_now?: string
          p_num_cards: number
          p_placed_by_admin?: boolean
          p_plan_type: string
          p_rate_cents: number
          p_standing?: string
          p_title?: string
          p_user_email: string
          p_user_id: string
        }
        Returns: Json
      }
      save_job_progress: {
        Args: {
          p_finished_at?: string
          p_kind: string
          p_looked_until?: string
          p_place?: string
        }
        Returns: undefined
      }
      send_address_code: {
        Args: { p_order_id: string; p_step: number; p_user_id: string }
        Returns: undefined
      }
      set_optional_emails: {
        Args: { p_address_hash: string; p_wanted: boolean }
        Returns: Json
      }
      staff_add_member: {
        Args: { p_actor: string; p_email: string }
        Returns: Json
      }
      staff_add_to_shipment: {
        Args: {
          p_actor: string
          p_code?: string
          p_order_ids?: Json
          p_reason?: string
          p_shipment_id: number
        }
        Returns: Json
      }
      staff_begin_export: {
        Args: {
          p_actor: string
          p_filter: Json
          p_kind: string
          p_rows?: number
        }
        Returns: Json
      }
      staff_begin_photo: {
        Args: {
          p_actor: string
          p_is_public: boolean
          p_kind: string
          p_order_id?: string
          p_package_id?: string
        }
        Returns: Json
      }
      staff_begin_refund: {
        Args: {
          p_actor: string
          p_adjustment_id?: string
          p_alert_cents: number
          p_amount_cents: number
          p_factor_used_at?: string
          p_order_id: string
          p_reason: string
          p_refunded_cents: number
          p_request_id: string
        }
        Returns: Json
      }
      staff_change_photo: {
        Args: { p_actor: string; p_change: string; p_photo_id: string }
        Returns: Json
      }
      staff_check_in: {
        Args: {
          p_actor: string
          p_condition: string
          p_count: number
          p_inbound_tracking?: string
          p_is_more_to_come?: boolean
          p_is_recount?: boolean
          p_order_id: string
          p_shelf?: string
          p_version: number
        }
        Returns: Json
      }
      staff_decline_cancellation: {
        Args: {
          p_actor: string
          p_order_id: string
          p_version: number
          p_words?: string
        }
        Returns: Json
      }
      staff_desk_candidates: {
        Args: { p_limit?: number; p_search?: string }
        Returns: Json
      }
      staff_discard_shipment: {
        Args: { p_actor: string; p_shipment_id: number }
        Returns: Json
      }
      staff_end_adjustment: {
        Args: {
          p_action: string
          p_actor: string
          p_adjustment_id: string
          p_note: string
        }
        Returns: Json
      }
      staff_finish_export: {
        Args: { p_export_id: number; p_is_complete: boolean; p_rows: number }
        Returns: Json
      }
      staff_finish_refund: {
        Args: {
          p_alert_cents?: number
          p_attempt: number
          p_failure: string
          p_request_id: string
          p_stripe_refund_id: string
        }
        Returns: Json
      }
      staff_get_grader_shipment: {
        Args: { p_shipment_id: number }
        Returns: Json
      }
      staff_get_order_page: { Args: { p_order_id: string }; Returns: Json }
      staff_get_orders: {
        Args: { p_changes?: Json; p_order_ids: string[] }
        Returns: Json
      }
      staff_grader_desk: { Args: { p_before?: number }; Returns: Json }
      staff_list_activity: {
        Args: {
          p_actor_id?: string
          p_cursor_at?: string
          p_cursor_id?: number
          p_kind?: string
          p_limit?: number
          p_since?: string
          p_until?: string
        }
        Returns: Json
      }
      staff_list_orders: {
        Args: {
          p_backwards?: boolean
          p_cursor_at?: string
          p_cursor_id?: string
          p_descending?: boolean
          p_fulfillment?: string
          p_limit?: number
          p_now?: string
          p_offset?: number
          p_payment?: string
          p_search?: string
          p_sort?: string
          p_view?: string
          p_with_counts?: boolean
        }
        Returns: Json
      }
      staff_list_people: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_list_photos: {
        Args: { p_order_id?: string; p_package_id?: string }
        Returns: Json
      }
      staff_match_package: {
        Args: { p_actor: string; p_order_id: string; p_package_id: string }
        Returns: Json
      }
      staff_numbers: { Args: { p_now?: string }; Returns: Json }
      staff_open_shipment: {
        Args: { p_actor: string; p_grader: string }
        Returns: Json
      }
      staff_propose_upcharge: {
        Args: {
          p_actor: string
          p_order_id: string
          p_qty: number
          p_reason: string
          p_unit_cents: number
          p_version: number
        }
        Returns: Json
      }
      staff_receiving_desk: {
        Args: {
          p_code?: string
          p_limit?: number
          p_packages_after?: string
          p_set_asides_after?: string
        }
        Returns: Json
      }
      staff_reconciliation: {
        Args: { p_limit?: number; p_now?: string }
        Returns: Json
      }
      staff_record_arrival: {
        Args: { p_actor: string; p_order_id: string }
        Returns: Json
      }
      staff_remove_member: {
        Args: { p_actor: string; p_user_id: string }
        Returns: Json
      }
      staff_resolve_exception: {
        Args: {
          p_accepts_amount?: boolean
          p_actor: string
          p_exception_id: number
          p_resolution: string
        }
        Returns: Json
      }
      staff_retry_event: {
        Args: { p_actor: string; p_event_id: string }
        Returns: Json
      }
      staff_retry_mail: {
        Args: { p_actor: string; p_mail_id: number }
        Returns: Json
      }
      staff_return_desk: { Args: { p_code?: string }; Returns: Json }
      staff_return_order: {
        Args: {
          p_actor: string
          p_carrier: string
          p_is_quiet?: boolean
          p_is_same_box?: boolean
          p_order_id: string
          p_tracking_number: string
          p_version: number
        }
        Returns: Json
      }
      staff_save_package: {
        Args: {
          p_actor: string
          p_carrier?: string
          p_is_deleted?: boolean
          p_notes?: string
          p_package_id?: string
          p_sender?: string
          p_shelf?: string
          p_tracking_number?: string
          p_version?: number
        }
        Returns: Json
      }
      staff_set_aside: {
        Args: {
          p_actor: string
          p_inbound_tracking?: string
          p_note?: string
          p_order_id: string
          p_shelf?: string
        }
        Returns: Json
      }
      staff_settle_order: {
        Args: {
          p_actor: string
          p_order_id: string
          p_reason?: string
          p_version: number
          p_what: string
        }
        Returns: Json
      }
      staff_step_shipment: {
        Args: {
          p_accepts_difference?: boolean
          p_actor: string
          p_cards?: number
          p_is_quiet?: boolean
          p_number?: string
          p_shipment_id: number
          p_step: string
          p_version: number
        }
        Returns: Json
      }
      staff_take_from_shipment: {
        Args: { p_actor: string; p_order_id: string; p_shipment_id: number }
        Returns: Json
      }
      staff_undo: {
        Args: { p_action_id: string; p_actor: string; p_order_id?: string }
        Returns: Json
      }
      staff_update_order: {
        Args: {
          p_actor: string
          p_asked_session?: string
          p_changes: Json
          p_emails_correction?: boolean
          p_is_quiet?: boolean
          p_order_id: string
          p_reason?: string
          p_tracking_hash: string
          p_version: number
        }
        Returns: Json
      }
      staff_update_orders: {
        Args: {
          p_actor: string
          p_changes: Json
          p_is_quiet?: boolean
          p_items: Json
          p_reason?: string
        }
        Returns: Json
      }
      staff_update_set_aside: {
        Args: {
          p_actor: string
          p_is_ended?: boolean
          p_note?: string
          p_order_id: string
        }
        Returns: Json
      }
      staff_user_profile: { Args: { p_user_id: string }; Returns: Json }
      sync_membership: {
        Args: {
          p_fence: number
          p_now?: string
          p_stripe_customer_id: string
          p_subscriptions: Json
        }
        Returns: Json
      }
      take_rate_limits: {
        Args: { p_buckets: Json; p_now?: string }
        Returns: Json
      }
      unclaim_order: {
        Args: {
          p_generation?: number
          p_order_id: string
          p_times_linked: number
          p_token_hash?: string
          p_user_id: string
        }
        Returns: Json
      }
      upsert_profile: {
        Args: { p_profile: Json; p_user_id: string }
        Returns: Json
      }
      was_account_emailed: {
        Args: { p_email: string; p_now?: string }
        Returns: boolean
      }
      withdraw_cancellation: {
        Args: {
          p_guest_key: string
          p_order_id: string
          p_token_hash: string
          p_user_id: string
        }
        Returns: Json
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
