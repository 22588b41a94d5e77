// Generated from the migrated database by scripts/generate-database-types.ts; never edited by hand.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      absences: {
        Row: {
          created_at: string
          created_by: string | null
          ends_at: string
          id: string
          starts_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          ends_at: string
          id?: string
          starts_at: string
          user_id?: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          ends_at?: string
          id?: string
          starts_at?: string
          user_id?: string
        }
        Relationships: []
      }
      account_loans: {
        Row: {
          account_id: string
          created_at: string
          lent_by: string | null
          user_id: string
        }
        Insert: {
          account_id: string
          created_at?: string
          lent_by?: string | null
          user_id: string
        }
        Update: {
          account_id?: string
          created_at?: string
          lent_by?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "account_loans_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      account_members: {
        Row: {
          account_id: string
          added_by: string | null
          created_at: string
          role: Database["public"]["Enums"]["account_role"]
          user_id: string
        }
        Insert: {
          account_id: string
          added_by?: string | null
          created_at?: string
          role?: Database["public"]["Enums"]["account_role"]
          user_id: string
        }
        Update: {
          account_id?: string
          added_by?: string | null
          created_at?: string
          role?: Database["public"]["Enums"]["account_role"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "account_members_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      accounts: {
        Row: {
          accent: string | null
          archived_at: string | null
          created_at: string
          currency: string
          holidays: string[]
          id: string
          kind: Database["public"]["Enums"]["account_kind"]
          logo: string | null
          logo_height: number | null
          logo_plate: boolean
          logo_width: number | null
          name: string
          requires_approval: boolean
          slug: string
          speed_to_lead_minutes: number
          time_zone: string
          updated_at: string
          working_hours: Json
        }
        Insert: {
          accent?: string | null
          archived_at?: string | null
          created_at?: string
          currency?: string
          holidays?: string[]
          id?: string
          kind?: Database["public"]["Enums"]["account_kind"]
          logo?: string | null
          logo_height?: number | null
          logo_plate?: boolean
          logo_width?: number | null
          name: string
          requires_approval?: boolean
          slug: string
          speed_to_lead_minutes?: number
          time_zone?: string
          updated_at?: string
          working_hours?: Json
        }
        Update: {
          accent?: string | null
          archived_at?: string | null
          created_at?: string
          currency?: string
          holidays?: string[]
          id?: string
          kind?: Database["public"]["Enums"]["account_kind"]
          logo?: string | null
          logo_height?: number | null
          logo_plate?: boolean
          logo_width?: number | null
          name?: string
          requires_approval?: boolean
          slug?: string
          speed_to_lead_minutes?: number
          time_zone?: string
          updated_at?: string
          working_hours?: Json
        }
        Relationships: []
      }
      admin_emails: {
        Row: {
          created_at: string
          email: string
          is_active: boolean
          updated_at: string
        }
        Insert: {
          created_at?: string
          email: string
          is_active?: boolean
          updated_at?: string
        }
        Update: {
          created_at?: string
          email?: string
          is_active?: boolean
          updated_at?: string
        }
        Relationships: []
      }
      agency_settings: {
        Row: {
          accent: string | null
          address: string | null
          agency_name: string
          created_at: string
          currency: string
          email: string
          holiday_names: Json
          holidays: string[]
          id: boolean
          invoice_prefix: string
          locale: string
          logo: string | null
          logo_height: number | null
          logo_plate: boolean
          logo_width: number | null
          next_invoice_number: number
          payment_days: number
          payment_terms: string | null
          phone: string | null
          require_factor_of_admins: boolean
          require_factor_of_sales: boolean
          session_days: number
          session_idle_days: number
          speed_to_lead_minutes: number
          tax_id: string | null
          time_zone: string
          updated_at: string
          working_hours: Json
        }
        Insert: {
          accent?: string | null
          address?: string | null
          agency_name?: string
          created_at?: string
          currency?: string
          email?: string
          holiday_names?: Json
          holidays?: string[]
          id?: boolean
          invoice_prefix?: string
          locale?: string
          logo?: string | null
          logo_height?: number | null
          logo_plate?: boolean
          logo_width?: number | null
          next_invoice_number?: number
          payment_days?: number
          payment_terms?: string | null
          phone?: string | null
          require_factor_of_admins?: boolean
          require_factor_of_sales?: boolean
          session_days?: number
          session_idle_days?: number
          speed_to_lead_minutes?: number
          tax_id?: string | null
          time_zone?: string
          updated_at?: string
          working_hours?: Json
        }
        Update: {
          accent?: string | null
          address?: string | null
          agency_name?: string
          created_at?: string
          currency?: string
          email?: string
          holiday_names?: Json
          holidays?: string[]
          id?: boolean
          invoice_prefix?: string
          locale?: string
          logo?: string | null
          logo_height?: number | null
          logo_plate?: boolean
          logo_width?: number | null
          next_invoice_number?: number
          payment_days?: number
          payment_terms?: string | null
          phone?: string | null
          require_factor_of_admins?: boolean
          require_factor_of_sales?: boolean
          session_days?: number
          session_idle_days?: number
          speed_to_lead_minutes?: number
          tax_id?: string | null
          time_zone?: string
          updated_at?: string
          working_hours?: Json
        }
        Relationships: []
      }
      applications: {
        Row: {
          avg_deal_size: string | null
          best_contact: string | null
          company: string
          created_at: string
          email: string
          full_name: string
          id: string
          ip_hash: string | null
          is_spam: boolean
          lead_id: string | null
          notes: string | null
          page_url: string | null
          phone: string | null
          referrer_url: string | null
          role: string | null
          status: Database["public"]["Enums"]["submission_status"]
          submission_id: string | null
          submitted_at: string | null
          target_new_clients_per_month: string
          timeline: string | null
          user_agent: string | null
          utm_campaign: string | null
          utm_medium: string | null
          utm_source: string | null
          website: string | null
        }
        Insert: {
          avg_deal_size?: string | null
          best_contact?: string | null
          company: string
          created_at?: string
          email: string
          full_name: string
          id?: string
          ip_hash?: string | null
          is_spam?: boolean
          lead_id?: string | null
          notes?: string | null
          page_url?: string | null
          phone?: string | null
          referrer_url?: string | null
          role?: string | null
          status?: Database["public"]["Enums"]["submission_status"]
          submission_id?: string | null
          submitted_at?: string | null
          target_new_clients_per_month: string
          timeline?: string | null
          user_agent?: string | null
          utm_campaign?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          website?: string | null
        }
        Update: {
          avg_deal_size?: string | null
          best_contact?: string | null
          company?: string
          created_at?: string
          email?: string
          full_name?: string
          id?: string
          ip_hash?: string | null
          is_spam?: boolean
          lead_id?: string | null
          notes?: string | null
          page_url?: string | null
          phone?: string | null
          referrer_url?: string | null
          role?: string | null
          status?: Database["public"]["Enums"]["submission_status"]
          submission_id?: string | null
          submitted_at?: string | null
          target_new_clients_per_month?: string
          timeline?: string | null
          user_agent?: string | null
          utm_campaign?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          website?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "applications_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      audit_log: {
        Row: {
          account_id: string | null
          action: string
          actor_email: string | null
          actor_id: string | null
          after: Json | null
          before: Json | null
          happened_at: string
          id: number
          named_ids: string[] | null
          row_id: string
          search_text: string | null
          subject: string | null
          table_name: string
          write_id: number | null
        }
        Insert: {
          account_id?: string | null
          action: string
          actor_email?: string | null
          actor_id?: string | null
          after?: Json | null
          before?: Json | null
          happened_at?: string
          id?: never
          named_ids?: never
          row_id: string
          search_text?: never
          subject?: string | null
          table_name: string
          write_id?: number | null
        }
        Update: {
          account_id?: string | null
          action?: string
          actor_email?: string | null
          actor_id?: string | null
          after?: Json | null
          before?: Json | null
          happened_at?: string
          id?: never
          named_ids?: never
          row_id?: string
          search_text?: never
          subject?: string | null
          table_name?: string
          write_id?: number | null
        }
        Relationships: []
      }
      booking_events: {
        Row: {
          account_id: string
          actor_id: string | null
          booking_id: string
          event: string
          happened_at: string
          id: number
          payload: Json
        }
        Insert: {
          account_id: string
          actor_id?: string | null
          booking_id: string
          event: string
          happened_at?: string
          id?: never
          payload?: Json
        }
        Update: {
          account_id?: string
          actor_id?: string | null
          booking_id?: string
          event?: string
          happened_at?: string
          id?: never
          payload?: Json
        }
        Relationships: [
          {
            foreignKeyName: "booking_events_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booking_events_booking_id_fkey"
            columns: ["booking_id"]
            isOneToOne: false
            referencedRelation: "bookings"
            referencedColumns: ["id"]
          },
        ]
      }
      booking_hosts: {
        Row: {
          account_id: string
          booking_id: string
          during: unknown
          is_taken: boolean
          user_id: string
        }
        Insert: {
          account_id: string
          booking_id: string
          during: unknown
          is_taken?: boolean
          user_id: string
        }
        Update: {
          account_id?: string
          booking_id?: string
          during?: unknown
          is_taken?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "booking_hosts_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booking_hosts_booking_id_fkey"
            columns: ["booking_id"]
            isOneToOne: false
            referencedRelation: "bookings"
            referencedColumns: ["id"]
          },
        ]
      }
      bookings: {
        Row: {
          account_id: string
          answers: Json
          created_at: string
          decided_at: string | null
          decided_by: string | null
          email: string
          ends_at: string
          id: string
          lead_id: string
          location: Database["public"]["Enums"]["meeting_location"]
          location_details: string
          manage_key: string
          meeting_type_id: string | null
          name: string
          page_id: string | null
          phone: string | null
          sequence: number
          starts_at: string
          state: Database["public"]["Enums"]["booking_state"]
          submission_id: string
          time_zone: string
          title: string
          updated_at: string
        }
        Insert: {
          account_id: string
          answers?: Json
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          email: string
          ends_at: string
          id?: string
          lead_id: string
          location: Database["public"]["Enums"]["meeting_location"]
          location_details?: string
          manage_key?: string
          meeting_type_id?: string | null
          name: string
          page_id?: string | null
          phone?: string | null
          sequence?: number
          starts_at: string
          state?: Database["public"]["Enums"]["booking_state"]
          submission_id: string
          time_zone: string
          title: string
          updated_at?: string
        }
        Update: {
          account_id?: string
          answers?: Json
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          email?: string
          ends_at?: string
          id?: string
          lead_id?: string
          location?: Database["public"]["Enums"]["meeting_location"]
          location_details?: string
          manage_key?: string
          meeting_type_id?: string | null
          name?: string
          page_id?: string | null
          phone?: string | null
          sequence?: number
          starts_at?: string
          state?: Database["public"]["Enums"]["booking_state"]
          submission_id?: string
          time_zone?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "bookings_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bookings_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bookings_meeting_type_id_fkey"
            columns: ["meeting_type_id"]
            isOneToOne: false
            referencedRelation: "meeting_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bookings_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      calendar_subscriptions: {
        Row: {
          address: string
          busy_until: string | null
          created_at: string
          etag: string | null
          failed_at: string | null
          fetched_at: string | null
          id: string
          problem: string | null
          user_id: string
        }
        Insert: {
          address: string
          busy_until?: string | null
          created_at?: string
          etag?: string | null
          failed_at?: string | null
          fetched_at?: string | null
          id?: string
          problem?: string | null
          user_id?: string
        }
        Update: {
          address?: string
          busy_until?: string | null
          created_at?: string
          etag?: string | null
          failed_at?: string | null
          fetched_at?: string | null
          id?: string
          problem?: string | null
          user_id?: string
        }
        Relationships: []
      }
      change_request_answers: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          from_client: boolean
          id: string
          reopens: boolean
          request_id: string
        }
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          from_client?: boolean
          id?: string
          reopens?: boolean
          request_id: string
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          from_client?: boolean
          id?: string
          reopens?: boolean
          request_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "change_request_answers_request_id_fkey"
            columns: ["request_id"]
            isOneToOne: false
            referencedRelation: "change_requests"
            referencedColumns: ["id"]
          },
        ]
      }
      change_requests: {
        Row: {
          account_id: string | null
          business_name: string
          created_at: string
          id: string
          is_deletion: boolean
          lead_id: string | null
          message: string
          request_type: Database["public"]["Enums"]["change_request_type"]
          status: Database["public"]["Enums"]["change_request_status"]
          updated_at: string
          user_email: string
          user_id: string
        }
        Insert: {
          account_id?: string | null
          business_name: string
          created_at?: string
          id?: string
          is_deletion?: boolean
          lead_id?: string | null
          message: string
          request_type?: Database["public"]["Enums"]["change_request_type"]
          status?: Database["public"]["Enums"]["change_request_status"]
          updated_at?: string
          user_email: string
          user_id: string
        }
        Update: {
          account_id?: string | null
          business_name?: string
          created_at?: string
          id?: string
          is_deletion?: boolean
          lead_id?: string | null
          message?: string
          request_type?: Database["public"]["Enums"]["change_request_type"]
          status?: Database["public"]["Enums"]["change_request_status"]
          updated_at?: string
          user_email?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "change_requests_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "change_requests_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      client_dashboards: {
        Row: {
          access_count: number
          account_id: string | null
          business_name: string
          created_at: string
          dashboard_title: string
          health_status: Database["public"]["Enums"]["dashboard_health"]
          id: string
          last_accessed: string | null
          notion_database_url: string
          original_user_id: string | null
          owner_id: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          access_count?: number
          account_id?: string | null
          business_name: string
          created_at?: string
          dashboard_title?: string
          health_status?: Database["public"]["Enums"]["dashboard_health"]
          id?: string
          last_accessed?: string | null
          notion_database_url: string
          original_user_id?: string | null
          owner_id?: never
          updated_at?: string
          user_id: string
        }
        Update: {
          access_count?: number
          account_id?: string | null
          business_name?: string
          created_at?: string
          dashboard_title?: string
          health_status?: Database["public"]["Enums"]["dashboard_health"]
          id?: string
          last_accessed?: string | null
          notion_database_url?: string
          original_user_id?: string | null
          owner_id?: never
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "client_dashboards_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      contacts: {
        Row: {
          ad_spend: string | null
          company: string | null
          created_at: string
          email: string
          first_name: string
          goals: string
          id: string
          interests: string[] | null
          ip_hash: string | null
          is_spam: boolean
          landing_page: string | null
          last_name: string
          lead_id: string | null
          referrer_url: string | null
          session_id: string | null
          source: string
          status: Database["public"]["Enums"]["submission_status"]
          submission_id: string | null
          traffic_type: Database["public"]["Enums"]["traffic_type"] | null
          utm_campaign: string | null
          utm_content: string | null
          utm_medium: string | null
          utm_source: string | null
          utm_term: string | null
        }
        Insert: {
          ad_spend?: string | null
          company?: string | null
          created_at?: string
          email: string
          first_name: string
          goals: string
          id?: string
          interests?: string[] | null
          ip_hash?: string | null
          is_spam?: boolean
          landing_page?: string | null
          last_name: string
          lead_id?: string | null
          referrer_url?: string | null
          session_id?: string | null
          source?: string
          status?: Database["public"]["Enums"]["submission_status"]
          submission_id?: string | null
          traffic_type?: Database["public"]["Enums"]["traffic_type"] | null
          utm_campaign?: string | null
          utm_content?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          utm_term?: string | null
        }
        Update: {
          ad_spend?: string | null
          company?: string | null
          created_at?: string
          email?: string
          first_name?: string
          goals?: string
          id?: string
          interests?: string[] | null
          ip_hash?: string | null
          is_spam?: boolean
          landing_page?: string | null
          last_name?: string
          lead_id?: string | null
          referrer_url?: string | null
          session_id?: string | null
          source?: string
          status?: Database["public"]["Enums"]["submission_status"]
          submission_id?: string | null
          traffic_type?: Database["public"]["Enums"]["traffic_type"] | null
          utm_campaign?: string | null
          utm_content?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          utm_term?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "contacts_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      email_templates: {
        Row: {
          account_id: string
          body: string
          created_at: string
          id: string
          name: string
          subject: string
          updated_at: string
          updated_by: string | null
        }
        Insert: {
          account_id: string
          body: string
          created_at?: string
          id: string
          name: string
          subject: string
          updated_at?: string
          updated_by?: string | null
        }
        Update: {
          account_id?: string
          body?: string
          created_at?: string
          id?: string
          name?: string
          subject?: string
          updated_at?: string
          updated_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "email_templates_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      invitations: {
        Row: {
          accepted_at: string | null
          accepted_by: string | null
          account_id: string | null
          account_role: Database["public"]["Enums"]["account_role"] | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          revoked_at: string | null
          role: Database["public"]["Enums"]["app_role"]
          token_hash: string
        }
        Insert: {
          accepted_at?: string | null
          accepted_by?: string | null
          account_id?: string | null
          account_role?: Database["public"]["Enums"]["account_role"] | null
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          role: Database["public"]["Enums"]["app_role"]
          token_hash: string
        }
        Update: {
          accepted_at?: string | null
          accepted_by?: string | null
          account_id?: string | null
          account_role?: Database["public"]["Enums"]["account_role"] | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          role?: Database["public"]["Enums"]["app_role"]
          token_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "invitations_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_credits: {
        Row: {
          amount: number
          created_at: string
          created_by: string | null
          id: string
          invoice_id: string
          reason: string
          removed_at: string | null
        }
        Insert: {
          amount: number
          created_at?: string
          created_by?: string | null
          id?: string
          invoice_id: string
          reason: string
          removed_at?: string | null
        }
        Update: {
          amount?: number
          created_at?: string
          created_by?: string | null
          id?: string
          invoice_id?: string
          reason?: string
          removed_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "invoice_credits_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_events: {
        Row: {
          actor_id: string | null
          amount: number | null
          created_at: string
          credit_id: string | null
          id: string
          invoice_id: string
          kind: string
          method: string | null
          note: string | null
          payment_id: string | null
        }
        Insert: {
          actor_id?: string | null
          amount?: number | null
          created_at?: string
          credit_id?: string | null
          id?: string
          invoice_id: string
          kind: string
          method?: string | null
          note?: string | null
          payment_id?: string | null
        }
        Update: {
          actor_id?: string | null
          amount?: number | null
          created_at?: string
          credit_id?: string | null
          id?: string
          invoice_id?: string
          kind?: string
          method?: string | null
          note?: string | null
          payment_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "invoice_events_credit_id_fkey"
            columns: ["credit_id"]
            isOneToOne: false
            referencedRelation: "invoice_credits"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoice_events_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoice_events_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_lines: {
        Row: {
          amount: number
          description: string
          id: string
          invoice_id: string
          is_discount: boolean
          position: number
          quantity: number
          unit_amount: number
        }
        Insert: {
          amount?: never
          description: string
          id?: string
          invoice_id: string
          is_discount?: boolean
          position: number
          quantity?: number
          unit_amount: number
        }
        Update: {
          amount?: never
          description?: string
          id?: string
          invoice_id?: string
          is_discount?: boolean
          position?: number
          quantity?: number
          unit_amount?: number
        }
        Relationships: [
          {
            foreignKeyName: "invoice_lines_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      invoices: {
        Row: {
          account_id: string | null
          amount: number
          client_id: string | null
          created_at: string
          credited_amount: number
          currency: string
          description: string | null
          due_date: string | null
          id: string
          invoice_number: string
          issued_at: string | null
          kept_amount: number
          needs_attention: Database["public"]["Enums"]["invoice_attention"] | null
          owed_amount: number
          paid_date: string | null
          received_amount: number
          refund: string | null
          refunded_amount: number
          search_text: string | null
          service_from: string | null
          service_until: string | null
          status: Database["public"]["Enums"]["invoice_status"]
          updated_at: string
        }
        Insert: {
          account_id?: string | null
          amount: number
          client_id?: string | null
          created_at?: string
          credited_amount?: number
          currency?: string
          description?: string | null
          due_date?: string | null
          id?: string
          invoice_number: string
          issued_at?: string | null
          kept_amount?: never
          needs_attention?: Database["public"]["Enums"]["invoice_attention"] | null
          owed_amount?: never
          paid_date?: string | null
          received_amount?: number
          refund?: never
          refunded_amount?: number
          search_text?: never
          service_from?: string | null
          service_until?: string | null
          status?: Database["public"]["Enums"]["invoice_status"]
          updated_at?: string
        }
        Update: {
          account_id?: string | null
          amount?: number
          client_id?: string | null
          created_at?: string
          credited_amount?: number
          currency?: string
          description?: string | null
          due_date?: string | null
          id?: string
          invoice_number?: string
          issued_at?: string | null
          kept_amount?: never
          needs_attention?: Database["public"]["Enums"]["invoice_attention"] | null
          owed_amount?: never
          paid_date?: string | null
          received_amount?: number
          refund?: never
          refunded_amount?: number
          search_text?: never
          service_from?: string | null
          service_until?: string | null
          status?: Database["public"]["Enums"]["invoice_status"]
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "invoices_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_brands: {
        Row: {
          accent: string | null
          account_id: string
          address: string | null
          business_name: string | null
          corner: string
          email: string | null
          favicon: string | null
          heading_font: string
          ink: string | null
          legal_notice_url: string | null
          page: string | null
          phone: string | null
          privacy_url: string | null
          revision: number
          shows_logo: boolean
          terms_url: string | null
          text_font: string
          updated_at: string
          updated_by: string | null
        }
        Insert: {
          accent?: string | null
          account_id: string
          address?: string | null
          business_name?: string | null
          corner?: string
          email?: string | null
          favicon?: string | null
          heading_font?: string
          ink?: string | null
          legal_notice_url?: string | null
          page?: string | null
          phone?: string | null
          privacy_url?: string | null
          revision?: number
          shows_logo?: boolean
          terms_url?: string | null
          text_font?: string
          updated_at?: string
          updated_by?: string | null
        }
        Update: {
          accent?: string | null
          account_id?: string
          address?: string | null
          business_name?: string | null
          corner?: string
          email?: string | null
          favicon?: string | null
          heading_font?: string
          ink?: string | null
          legal_notice_url?: string | null
          page?: string | null
          phone?: string | null
          privacy_url?: string | null
          revision?: number
          shows_logo?: boolean
          terms_url?: string | null
          text_font?: string
          updated_at?: string
          updated_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "landing_brands_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: true
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_clicks: {
        Row: {
          account_id: string
          block: number
          clicks: number
          page_id: string
          version: number
          width: Database["public"]["Enums"]["landing_width"]
          x: number
          y: number
        }
        Insert: {
          account_id?: string
          block: number
          clicks?: number
          page_id: string
          version: number
          width: Database["public"]["Enums"]["landing_width"]
          x: number
          y: number
        }
        Update: {
          account_id?: string
          block?: number
          clicks?: number
          page_id?: string
          version?: number
          width?: Database["public"]["Enums"]["landing_width"]
          x?: number
          y?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_clicks_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_clicks_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_domains: {
        Row: {
          account_id: string
          checked_at: string | null
          created_at: string
          domain: string
          id: string
          missing_since: string | null
          page_id: string
          problem: string | null
          state: Database["public"]["Enums"]["landing_domain_state"]
          token: string
          updated_at: string
        }
        Insert: {
          account_id?: string
          checked_at?: string | null
          created_at?: string
          domain: string
          id?: string
          missing_since?: string | null
          page_id: string
          problem?: string | null
          state?: Database["public"]["Enums"]["landing_domain_state"]
          token?: string
          updated_at?: string
        }
        Update: {
          account_id?: string
          checked_at?: string | null
          created_at?: string
          domain?: string
          id?: string
          missing_since?: string | null
          page_id?: string
          problem?: string | null
          state?: Database["public"]["Enums"]["landing_domain_state"]
          token?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "landing_domains_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_domains_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: true
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_drafts: {
        Row: {
          account_id: string
          blocks: Json | null
          content: string
          custom_css: string | null
          custom_js: string | null
          description: string | null
          hide_title: boolean
          page_id: string
          published_revision: number | null
          revision: number
          slug: string
          theme: string
          title: string
          updated_at: string
          updated_by: string | null
        }
        Insert: {
          account_id?: string
          blocks?: Json | null
          content?: string
          custom_css?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          page_id: string
          published_revision?: number | null
          revision?: number
          slug: string
          theme?: string
          title: string
          updated_at?: string
          updated_by?: string | null
        }
        Update: {
          account_id?: string
          blocks?: Json | null
          content?: string
          custom_css?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          page_id?: string
          published_revision?: number | null
          revision?: number
          slug?: string
          theme?: string
          title?: string
          updated_at?: string
          updated_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "landing_drafts_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_drafts_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: true
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_imports: {
        Row: {
          account_id: string
          address: string | null
          agreed_at: string
          agreed_by: string | null
          id: string
        }
        Insert: {
          account_id: string
          address?: string | null
          agreed_at?: string
          agreed_by?: string | null
          id?: string
        }
        Update: {
          account_id?: string
          address?: string | null
          agreed_at?: string
          agreed_by?: string | null
          id?: string
        }
        Relationships: [
          {
            foreignKeyName: "landing_imports_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_page_versions: {
        Row: {
          account_id: string
          blocks: Json | null
          content: string
          custom_css: string | null
          custom_js: string | null
          description: string | null
          hide_title: boolean
          number: number
          page_id: string
          published_at: string
          published_by: string | null
          rolled_back_to: number | null
          slug: string
          theme: string
          title: string
        }
        Insert: {
          account_id?: string
          blocks?: Json | null
          content: string
          custom_css?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          number: number
          page_id: string
          published_at?: string
          published_by?: string | null
          rolled_back_to?: number | null
          slug: string
          theme: string
          title: string
        }
        Update: {
          account_id?: string
          blocks?: Json | null
          content?: string
          custom_css?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          number?: number
          page_id?: string
          published_at?: string
          published_by?: string | null
          rolled_back_to?: number | null
          slug?: string
          theme?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "landing_page_versions_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_page_versions_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_pages: {
        Row: {
          account_id: string
          content: string
          created_at: string
          custom_css: string | null
          custom_domain: string | null
          custom_js: string | null
          description: string | null
          hide_title: boolean
          id: string
          slug: string
          status: Database["public"]["Enums"]["landing_page_status"]
          theme: string
          title: string
          updated_at: string
          version: number
        }
        Insert: {
          account_id?: string
          content?: string
          created_at?: string
          custom_css?: string | null
          custom_domain?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          id?: string
          slug: string
          status?: Database["public"]["Enums"]["landing_page_status"]
          theme?: string
          title: string
          updated_at?: string
          version?: number
        }
        Update: {
          account_id?: string
          content?: string
          created_at?: string
          custom_css?: string | null
          custom_domain?: string | null
          custom_js?: string | null
          description?: string | null
          hide_title?: boolean
          id?: string
          slug?: string
          status?: Database["public"]["Enums"]["landing_page_status"]
          theme?: string
          title?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_pages_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_pictures: {
        Row: {
          account_id: string
          alt: string
          focus_x: number
          focus_y: number
          height: number
          is_decorative: boolean
          name: string
          updated_at: string
          width: number
        }
        Insert: {
          account_id?: string
          alt?: string
          focus_x?: number
          focus_y?: number
          height: number
          is_decorative?: boolean
          name: string
          updated_at?: string
          width: number
        }
        Update: {
          account_id?: string
          alt?: string
          focus_x?: number
          focus_y?: number
          height?: number
          is_decorative?: boolean
          name?: string
          updated_at?: string
          width?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_pictures_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_previews: {
        Row: {
          account_id: string
          created_at: string
          created_by: string | null
          expires_at: string
          id: string
          page_id: string
          revoked_at: string | null
          token_hash: string
        }
        Insert: {
          account_id?: string
          created_at?: string
          created_by?: string | null
          expires_at: string
          id?: string
          page_id: string
          revoked_at?: string | null
          token_hash: string
        }
        Update: {
          account_id?: string
          created_at?: string
          created_by?: string | null
          expires_at?: string
          id?: string
          page_id?: string
          revoked_at?: string | null
          token_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: "landing_previews_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_previews_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_publish_requests: {
        Row: {
          account_id: string
          answered_at: string | null
          answered_by: string | null
          draft: Json
          note: string | null
          page_id: string
          requested_at: string
          requested_by: string | null
          revision: number
          rolled_back_to: number | null
          state: Database["public"]["Enums"]["publish_request_state"]
        }
        Insert: {
          account_id?: string
          answered_at?: string | null
          answered_by?: string | null
          draft: Json
          note?: string | null
          page_id: string
          requested_at?: string
          requested_by?: string | null
          revision: number
          rolled_back_to?: number | null
          state?: Database["public"]["Enums"]["publish_request_state"]
        }
        Update: {
          account_id?: string
          answered_at?: string | null
          answered_by?: string | null
          draft?: Json
          note?: string | null
          page_id?: string
          requested_at?: string
          requested_by?: string | null
          revision?: number
          rolled_back_to?: number | null
          state?: Database["public"]["Enums"]["publish_request_state"]
        }
        Relationships: [
          {
            foreignKeyName: "landing_publish_requests_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_publish_requests_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: true
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_submission_files: {
        Row: {
          account_id: string
          bytes: number
          created_at: string
          field: string
          name: string
          path: string
          submission_id: string
          type: string
        }
        Insert: {
          account_id: string
          bytes: number
          created_at?: string
          field: string
          name: string
          path: string
          submission_id: string
          type: string
        }
        Update: {
          account_id?: string
          bytes?: number
          created_at?: string
          field?: string
          name?: string
          path?: string
          submission_id?: string
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "landing_submission_files_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_submission_files_submission_id_fkey"
            columns: ["submission_id"]
            isOneToOne: false
            referencedRelation: "landing_submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_submissions: {
        Row: {
          account_id: string
          answers: Json
          created_at: string
          id: string
          ip_hash: string | null
          is_spam: boolean
          lead_id: string | null
          page_id: string
          referrer_url: string | null
          source: string
          submission_id: string | null
          test_id: string | null
          utm: Json
          version: number
        }
        Insert: {
          account_id?: string
          answers: Json
          created_at?: string
          id?: string
          ip_hash?: string | null
          is_spam?: boolean
          lead_id?: string | null
          page_id: string
          referrer_url?: string | null
          source?: string
          submission_id?: string | null
          test_id?: string | null
          utm?: Json
          version: number
        }
        Update: {
          account_id?: string
          answers?: Json
          created_at?: string
          id?: string
          ip_hash?: string | null
          is_spam?: boolean
          lead_id?: string | null
          page_id?: string
          referrer_url?: string | null
          source?: string
          submission_id?: string | null
          test_id?: string | null
          utm?: Json
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_submissions_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_submissions_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_submissions_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_submissions_test_id_fkey"
            columns: ["test_id"]
            isOneToOne: false
            referencedRelation: "landing_tests"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_test_variants: {
        Row: {
          account_id: string
          label: string
          page_id: string
          place: number
          test_id: string
          version: number
          weight: number
        }
        Insert: {
          account_id?: string
          label: string
          page_id: string
          place: number
          test_id: string
          version: number
          weight: number
        }
        Update: {
          account_id?: string
          label?: string
          page_id?: string
          place?: number
          test_id?: string
          version?: number
          weight?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_test_variants_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_test_variants_page_id_version_fkey"
            columns: ["page_id", "version"]
            isOneToOne: false
            referencedRelation: "landing_page_versions"
            referencedColumns: ["page_id", "number"]
          },
          {
            foreignKeyName: "landing_test_variants_test_id_fkey"
            columns: ["test_id"]
            isOneToOne: false
            referencedRelation: "landing_tests"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_test_views: {
        Row: {
          account_id: string
          day: string
          page_id: string
          source: string
          test_id: string
          version: number
          visitors: number
        }
        Insert: {
          account_id?: string
          day: string
          page_id: string
          source: string
          test_id: string
          version: number
          visitors?: number
        }
        Update: {
          account_id?: string
          day?: string
          page_id?: string
          source?: string
          test_id?: string
          version?: number
          visitors?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_test_views_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_test_views_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_test_views_test_id_fkey"
            columns: ["test_id"]
            isOneToOne: false
            referencedRelation: "landing_tests"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_test_visits: {
        Row: {
          account_id: string
          bounced: number
          page_id: string
          speeds: number[]
          test_id: string
          version: number
          visits: number
        }
        Insert: {
          account_id?: string
          bounced?: number
          page_id: string
          speeds?: number[]
          test_id: string
          version: number
          visits?: number
        }
        Update: {
          account_id?: string
          bounced?: number
          page_id?: string
          speeds?: number[]
          test_id?: string
          version?: number
          visits?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_test_visits_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_test_visits_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_test_visits_test_id_version_fkey"
            columns: ["test_id", "version"]
            isOneToOne: true
            referencedRelation: "landing_test_variants"
            referencedColumns: ["test_id", "version"]
          },
        ]
      }
      landing_tests: {
        Row: {
          account_id: string
          goal: Database["public"]["Enums"]["landing_test_goal"]
          id: string
          learned: string | null
          only_source: string | null
          page_id: string
          started_at: string
          started_by: string | null
          state: Database["public"]["Enums"]["landing_test_state"]
          stopped_at: string | null
          stopped_by: string | null
          winner_version: number | null
        }
        Insert: {
          account_id?: string
          goal: Database["public"]["Enums"]["landing_test_goal"]
          id?: string
          learned?: string | null
          only_source?: string | null
          page_id: string
          started_at?: string
          started_by?: string | null
          state?: Database["public"]["Enums"]["landing_test_state"]
          stopped_at?: string | null
          stopped_by?: string | null
          winner_version?: number | null
        }
        Update: {
          account_id?: string
          goal?: Database["public"]["Enums"]["landing_test_goal"]
          id?: string
          learned?: string | null
          only_source?: string | null
          page_id?: string
          started_at?: string
          started_by?: string | null
          state?: Database["public"]["Enums"]["landing_test_state"]
          stopped_at?: string | null
          stopped_by?: string | null
          winner_version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "landing_tests_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_tests_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_views: {
        Row: {
          account_id: string
          day: string
          page_id: string
          source: string
          version: number
          views: number
          visitors: number
        }
        Insert: {
          account_id?: string
          day: string
          page_id: string
          source: string
          version: number
          views?: number
          visitors?: number
        }
        Update: {
          account_id?: string
          day?: string
          page_id?: string
          source?: string
          version?: number
          views?: number
          visitors?: number
        }
        Relationships: [
          {
            foreignKeyName: "landing_views_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_views_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      landing_visits: {
        Row: {
          account_id: string
          bounced: number
          day: string
          depths: number[]
          page_id: string
          speeds: number[]
          version: number
          visits: number
          width: Database["public"]["Enums"]["landing_width"]
        }
        Insert: {
          account_id?: string
          bounced?: number
          day: string
          depths?: number[]
          page_id: string
          speeds?: number[]
          version: number
          visits?: number
          width: Database["public"]["Enums"]["landing_width"]
        }
        Update: {
          account_id?: string
          bounced?: number
          day?: string
          depths?: number[]
          page_id?: string
          speeds?: number[]
          version?: number
          visits?: number
          width?: Database["public"]["Enums"]["landing_width"]
        }
        Relationships: [
          {
            foreignKeyName: "landing_visits_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "landing_visits_page_id_fkey"
            columns: ["page_id"]
            isOneToOne: false
            referencedRelation: "landing_pages"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_activities: {
        Row: {
          account_id: string
          actor_id: string | null
          body: string | null
          created_at: string
          id: string
          kind: string
          lead_id: string
          occurred_at: string
          payload: Json
        }
        Insert: {
          account_id?: string
          actor_id?: string | null
          body?: string | null
          created_at?: string
          id?: string
          kind: string
          lead_id: string
          occurred_at?: string
          payload?: Json
        }
        Update: {
          account_id?: string
          actor_id?: string | null
          body?: string | null
          created_at?: string
          id?: string
          kind?: string
          lead_id?: string
          occurred_at?: string
          payload?: Json
        }
        Relationships: [
          {
            foreignKeyName: "lead_activities_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_activities_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_batches: {
        Row: {
          account_id: string
          actor_id: string | null
          changes: Json
          created_at: string
          id: string
          kind: string
          leads: number
          undone_at: string | null
        }
        Insert: {
          account_id?: string
          actor_id?: string | null
          changes?: Json
          created_at?: string
          id: string
          kind: string
          leads?: number
          undone_at?: string | null
        }
        Update: {
          account_id?: string
          actor_id?: string | null
          changes?: Json
          created_at?: string
          id?: string
          kind?: string
          leads?: number
          undone_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "lead_batches_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_clock_events: {
        Row: {
          account_id: string
          actor_id: string | null
          clock_id: string
          created_at: string
          event: string
          happened_at: string
          id: number
          lead_id: string
          payload: Json
        }
        Insert: {
          account_id?: string
          actor_id?: string | null
          clock_id: string
          created_at?: string
          event: string
          happened_at: string
          id?: never
          lead_id: string
          payload?: Json
        }
        Update: {
          account_id?: string
          actor_id?: string | null
          clock_id?: string
          created_at?: string
          event?: string
          happened_at?: string
          id?: never
          lead_id?: string
          payload?: Json
        }
        Relationships: [
          {
            foreignKeyName: "lead_clock_events_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_clock_events_clock_id_fkey"
            columns: ["clock_id"]
            isOneToOne: false
            referencedRelation: "lead_clocks"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_clock_events_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_clocks: {
        Row: {
          account_id: string
          answered_at: string | null
          answered_by: string | null
          arrived_at: string
          booked_at: string | null
          closed_at: string | null
          created_at: string
          due_at: string | null
          escalate_at: string | null
          escalated_to: string | null
          id: string
          lead_id: string
          offer_at: string | null
          owner_id: string | null
          response_seconds: number | null
          source: Database["public"]["Enums"]["lead_source"]
          started_at: string | null
          state: string
          target_seconds: number
          warn_at: string | null
        }
        Insert: {
          account_id?: string
          answered_at?: string | null
          answered_by?: string | null
          arrived_at: string
          booked_at?: string | null
          closed_at?: string | null
          created_at?: string
          due_at?: string | null
          escalate_at?: string | null
          escalated_to?: string | null
          id?: string
          lead_id: string
          offer_at?: string | null
          owner_id?: string | null
          response_seconds?: number | null
          source: Database["public"]["Enums"]["lead_source"]
          started_at?: string | null
          state?: string
          target_seconds: number
          warn_at?: string | null
        }
        Update: {
          account_id?: string
          answered_at?: string | null
          answered_by?: string | null
          arrived_at?: string
          booked_at?: string | null
          closed_at?: string | null
          created_at?: string
          due_at?: string | null
          escalate_at?: string | null
          escalated_to?: string | null
          id?: string
          lead_id?: string
          offer_at?: string | null
          owner_id?: string | null
          response_seconds?: number | null
          source?: Database["public"]["Enums"]["lead_source"]
          started_at?: string | null
          state?: string
          target_seconds?: number
          warn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "lead_clocks_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_clocks_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_imports: {
        Row: {
          account_id: string
          actor_id: string | null
          at_row: number
          created: number
          created_at: string
          duplicates: string
          failed: number
          file_name: string
          finished_at: string | null
          handled: number
          headers: string[]
          id: string
          kept: number
          known: number
          mapping: Json
          owner_id: string | null
          problem: string | null
          removed: number
          repeated: number
          restored: number
          rows: number
          rows_purged_at: string | null
          skipped: number
          source: Database["public"]["Enums"]["lead_source"]
          stage: string
          started_at: string | null
          status: string
          undone_at: string | null
          undone_by: string | null
          updated: number
          wrong: number
        }
        Insert: {
          account_id?: string
          actor_id?: string | null
          at_row?: number
          created?: number
          created_at?: string
          duplicates?: string
          failed?: number
          file_name: string
          finished_at?: string | null
          handled?: number
          headers: string[]
          id: string
          kept?: number
          known?: number
          mapping: Json
          owner_id?: string | null
          problem?: string | null
          removed?: number
          repeated?: number
          restored?: number
          rows?: number
          rows_purged_at?: string | null
          skipped?: number
          source?: Database["public"]["Enums"]["lead_source"]
          stage?: string
          started_at?: string | null
          status?: string
          undone_at?: string | null
          undone_by?: string | null
          updated?: number
          wrong?: number
        }
        Update: {
          account_id?: string
          actor_id?: string | null
          at_row?: number
          created?: number
          created_at?: string
          duplicates?: string
          failed?: number
          file_name?: string
          finished_at?: string | null
          handled?: number
          headers?: string[]
          id?: string
          kept?: number
          known?: number
          mapping?: Json
          owner_id?: string | null
          problem?: string | null
          removed?: number
          repeated?: number
          restored?: number
          rows?: number
          rows_purged_at?: string | null
          skipped?: number
          source?: Database["public"]["Enums"]["lead_source"]
          stage?: string
          started_at?: string | null
          status?: string
          undone_at?: string | null
          undone_by?: string | null
          updated?: number
          wrong?: number
        }
        Relationships: [
          {
            foreignKeyName: "lead_imports_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_imports_stage_fkey"
            columns: ["stage"]
            isOneToOne: false
            referencedRelation: "pipeline_stages"
            referencedColumns: ["key"]
          },
        ]
      }
      lead_pins: {
        Row: {
          account_id: string
          activity_id: string
          created_at: string
          lead_id: string
          pinned_by: string | null
        }
        Insert: {
          account_id?: string
          activity_id: string
          created_at?: string
          lead_id: string
          pinned_by?: string | null
        }
        Update: {
          account_id?: string
          activity_id?: string
          created_at?: string
          lead_id?: string
          pinned_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "lead_pins_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_pins_activity_id_fkey"
            columns: ["activity_id"]
            isOneToOne: true
            referencedRelation: "lead_activities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_pins_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_retractions: {
        Row: {
          account_id: string
          activity_id: string
          created_at: string
          lead_id: string
          retracted_by: string | null
        }
        Insert: {
          account_id?: string
          activity_id: string
          created_at?: string
          lead_id: string
          retracted_by?: string | null
        }
        Update: {
          account_id?: string
          activity_id?: string
          created_at?: string
          lead_id?: string
          retracted_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "lead_retractions_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_retractions_activity_id_fkey"
            columns: ["activity_id"]
            isOneToOne: true
            referencedRelation: "lead_activities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_retractions_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_routing: {
        Row: {
          account_id: string
          offer_percent: number | null
          pools: Json
          rules: Json
          updated_at: string
        }
        Insert: {
          account_id: string
          offer_percent?: number | null
          pools?: Json
          rules?: Json
          updated_at?: string
        }
        Update: {
          account_id?: string
          offer_percent?: number | null
          pools?: Json
          rules?: Json
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "lead_routing_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: true
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_tasks: {
        Row: {
          account_id: string
          booking_id: string | null
          changed_by: string | null
          created_at: string
          created_by: string | null
          done_at: string | null
          done_by: string | null
          due_at: string
          id: string
          kind: string
          lead_id: string
          removed_at: string | null
          title: string
          updated_at: string
          was_due: string[]
        }
        Insert: {
          account_id?: string
          booking_id?: string | null
          changed_by?: string | null
          created_at?: string
          created_by?: string | null
          done_at?: string | null
          done_by?: string | null
          due_at: string
          id?: string
          kind?: string
          lead_id: string
          removed_at?: string | null
          title: string
          updated_at?: string
          was_due?: string[]
        }
        Update: {
          account_id?: string
          booking_id?: string | null
          changed_by?: string | null
          created_at?: string
          created_by?: string | null
          done_at?: string | null
          done_by?: string | null
          due_at?: string
          id?: string
          kind?: string
          lead_id?: string
          removed_at?: string | null
          title?: string
          updated_at?: string
          was_due?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "lead_tasks_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_tasks_booking_id_fkey"
            columns: ["booking_id"]
            isOneToOne: false
            referencedRelation: "bookings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_tasks_lead_id_fkey"
            columns: ["lead_id"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_views: {
        Row: {
          account_id: string
          config: Json
          created_at: string
          id: string
          is_shared: boolean
          name: string
          owner_id: string
          position: number
          screen: string
          updated_at: string
        }
        Insert: {
          account_id?: string
          config?: Json
          created_at?: string
          id?: string
          is_shared?: boolean
          name: string
          owner_id?: string
          position?: number
          screen?: string
          updated_at?: string
        }
        Update: {
          account_id?: string
          config?: Json
          created_at?: string
          id?: string
          is_shared?: boolean
          name?: string
          owner_id?: string
          position?: number
          screen?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "lead_views_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      leads: {
        Row: {
          account_id: string
          ad_spend: string | null
          answer_target_seconds: number | null
          answered_by: string | null
          archived_at: string | null
          best_contact: string | null
          client_account_id: string | null
          clock_due_at: string | null
          closed_at: string | null
          company: string | null
          consent_at: string | null
          consent_text: string | null
          created_at: string
          deal_size: string | null
          email: string | null
          erased_at: string | null
          first_name: string | null
          first_touch: Json | null
          goals: string | null
          id: string
          is_spam: boolean
          job_title: string | null
          last_activity_at: string | null
          last_name: string | null
          last_touch: Json | null
          lost_note: string | null
          lost_reason_id: string | null
          merged_into: string | null
          next_task_at: string | null
          next_task_kind: string | null
          next_task_title: string | null
          phone: string | null
          phone_key: string | null
          reached: number
          response_seconds: number | null
          role: string | null
          source: Database["public"]["Enums"]["lead_source"]
          stage: string
          stage_entered_at: string
          tags: string[]
          target_clients: string | null
          tier_interest: string[]
          timeline: string | null
          updated_at: string
          user_id: string | null
          value_cents: number | null
          version: number
          website: string | null
        }
        Insert: {
          account_id?: string
          ad_spend?: string | null
          answer_target_seconds?: number | null
          answered_by?: string | null
          archived_at?: string | null
          best_contact?: string | null
          client_account_id?: string | null
          clock_due_at?: string | null
          closed_at?: string | null
          company?: string | null
          consent_at?: string | null
          consent_text?: string | null
          created_at?: string
          deal_size?: string | null
          email?: string | null
          erased_at?: string | null
          first_name?: string | null
          first_touch?: Json | null
          goals?: string | null
          id?: string
          is_spam?: boolean
          job_title?: string | null
          last_activity_at?: string | null
          last_name?: string | null
          last_touch?: Json | null
          lost_note?: string | null
          lost_reason_id?: string | null
          merged_into?: string | null
          next_task_at?: string | null
          next_task_kind?: string | null
          next_task_title?: string | null
          phone?: string | null
          phone_key?: never
          reached?: number
          response_seconds?: number | null
          role?: string | null
          source?: Database["public"]["Enums"]["lead_source"]
          stage?: string
          stage_entered_at?: string
          tags?: string[]
          target_clients?: string | null
          tier_interest?: string[]
          timeline?: string | null
          updated_at?: string
          user_id?: string | null
          value_cents?: number | null
          version?: number
          website?: string | null
        }
        Update: {
          account_id?: string
          ad_spend?: string | null
          answer_target_seconds?: number | null
          answered_by?: string | null
          archived_at?: string | null
          best_contact?: string | null
          client_account_id?: string | null
          clock_due_at?: string | null
          closed_at?: string | null
          company?: string | null
          consent_at?: string | null
          consent_text?: string | null
          created_at?: string
          deal_size?: string | null
          email?: string | null
          erased_at?: string | null
          first_name?: string | null
          first_touch?: Json | null
          goals?: string | null
          id?: string
          is_spam?: boolean
          job_title?: string | null
          last_activity_at?: string | null
          last_name?: string | null
          last_touch?: Json | null
          lost_note?: string | null
          lost_reason_id?: string | null
          merged_into?: string | null
          next_task_at?: string | null
          next_task_kind?: string | null
          next_task_title?: string | null
          phone?: string | null
          phone_key?: never
          reached?: number
          response_seconds?: number | null
          role?: string | null
          source?: Database["public"]["Enums"]["lead_source"]
          stage?: string
          stage_entered_at?: string
          tags?: string[]
          target_clients?: string | null
          tier_interest?: string[]
          timeline?: string | null
          updated_at?: string
          user_id?: string | null
          value_cents?: number | null
          version?: number
          website?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "leads_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_client_account_id_fkey"
            columns: ["client_account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_lost_reason_id_fkey"
            columns: ["lost_reason_id"]
            isOneToOne: false
            referencedRelation: "lost_reasons"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_merged_into_fkey"
            columns: ["merged_into"]
            isOneToOne: false
            referencedRelation: "leads"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_stage_fkey"
            columns: ["stage"]
            isOneToOne: false
            referencedRelation: "pipeline_stages"
            referencedColumns: ["key"]
          },
        ]
      }
      lost_reasons: {
        Row: {
          account_id: string
          id: string
          is_active: boolean
          label: string
          position: number
          updated_at: string
        }
        Insert: {
          account_id?: string
          id?: string
          is_active?: boolean
          label: string
          position: number
          updated_at?: string
        }
        Update: {
          account_id?: string
          id?: string
          is_active?: boolean
          label?: string
          position?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "lost_reasons_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      meeting_hosts: {
        Row: {
          account_id: string
          meeting_type_id: string
          user_id: string
        }
        Insert: {
          account_id: string
          meeting_type_id: string
          user_id: string
        }
        Update: {
          account_id?: string
          meeting_type_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "meeting_hosts_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meeting_hosts_meeting_type_id_fkey"
            columns: ["meeting_type_id"]
            isOneToOne: false
            referencedRelation: "meeting_types"
            referencedColumns: ["id"]
          },
        ]
      }
      meeting_types: {
        Row: {
          account_id: string
          assignment: Database["public"]["Enums"]["meeting_assignment"]
          bookable_days: string[]
          bookable_from: string | null
          bookable_until: string | null
          buffer_after: number
          buffer_before: number
          created_at: string
          daily_limit: number | null
          description: string
          horizon_days: number
          id: string
          is_active: boolean
          location: Database["public"]["Enums"]["meeting_location"]
          location_details: string
          minutes: number
          name: string
          notice_minutes: number
          questions: Json
          reminders: number[]
          slug: string
          step_minutes: number
          updated_at: string
        }
        Insert: {
          account_id?: string
          assignment?: Database["public"]["Enums"]["meeting_assignment"]
          bookable_days?: string[]
          bookable_from?: string | null
          bookable_until?: string | null
          buffer_after?: number
          buffer_before?: number
          created_at?: string
          daily_limit?: number | null
          description?: string
          horizon_days?: number
          id?: string
          is_active?: boolean
          location?: Database["public"]["Enums"]["meeting_location"]
          location_details?: string
          minutes?: number
          name: string
          notice_minutes?: number
          questions?: Json
          reminders?: number[]
          slug: string
          step_minutes?: number
          updated_at?: string
        }
        Update: {
          account_id?: string
          assignment?: Database["public"]["Enums"]["meeting_assignment"]
          bookable_days?: string[]
          bookable_from?: string | null
          bookable_until?: string | null
          buffer_after?: number
          buffer_before?: number
          created_at?: string
          daily_limit?: number | null
          description?: string
          horizon_days?: number
          id?: string
          is_active?: boolean
          location?: Database["public"]["Enums"]["meeting_location"]
          location_details?: string
          minutes?: number
          name?: string
          notice_minutes?: number
          questions?: Json
          reminders?: number[]
          slug?: string
          step_minutes?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "meeting_types_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      notification_choices: {
        Row: {
          kind: string
          updated_at: string
          user_id: string
          wanted: boolean
        }
        Insert: {
          kind: string
          updated_at?: string
          user_id: string
          wanted: boolean
        }
        Update: {
          kind?: string
          updated_at?: string
          user_id?: string
          wanted?: boolean
        }
        Relationships: []
      }
      payments: {
        Row: {
          account_id: string | null
          amount: number
          client_id: string
          combined_id: string | null
          created_at: string
          currency: string
          id: string
          invoice_id: string
          is_duplicate: boolean
          kind: string
          method: string | null
          occurred_at: string
          payer_id: string | null
          provider_ref: string
        }
        Insert: {
          account_id?: string | null
          amount: number
          client_id: string
          combined_id?: string | null
          created_at?: string
          currency: string
          id?: string
          invoice_id: string
          is_duplicate?: boolean
          kind: string
          method?: string | null
          occurred_at: string
          payer_id?: string | null
          provider_ref: string
        }
        Update: {
          account_id?: string | null
          amount?: number
          client_id?: string
          combined_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          invoice_id?: string
          is_duplicate?: boolean
          kind?: string
          method?: string | null
          occurred_at?: string
          payer_id?: string | null
          provider_ref?: string
        }
        Relationships: [
          {
            foreignKeyName: "payments_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      pipeline_stages: {
        Row: {
          is_fixed: boolean
          key: string
          label: string
          position: number
          rots_after_days: number | null
          updated_at: string
        }
        Insert: {
          is_fixed?: boolean
          key: string
          label: string
          position: number
          rots_after_days?: number | null
          updated_at?: string
        }
        Update: {
          is_fixed?: boolean
          key?: string
          label?: string
          position?: number
          rots_after_days?: number | null
          updated_at?: string
        }
        Relationships: []
      }
      premium_overrides: {
        Row: {
          created_at: string
          email: string
          expires_at: string | null
          is_announced: boolean
          updated_at: string
        }
        Insert: {
          created_at?: string
          email: string
          expires_at?: string | null
          is_announced?: boolean
          updated_at?: string
        }
        Update: {
          created_at?: string
          email?: string
          expires_at?: string | null
          is_announced?: boolean
          updated_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          billing_address: string | null
          company: string | null
          created_at: string
          erased_at: string | null
          first_name: string | null
          last_name: string | null
          tax_id: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          billing_address?: string | null
          company?: string | null
          created_at?: string
          erased_at?: string | null
          first_name?: string | null
          last_name?: string | null
          tax_id?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          billing_address?: string | null
          company?: string | null
          created_at?: string
          erased_at?: string | null
          first_name?: string | null
          last_name?: string | null
          tax_id?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      request_assignments: {
        Row: {
          assigned_at: string
          assigned_by: string | null
          request_id: string
          user_id: string
        }
        Insert: {
          assigned_at?: string
          assigned_by?: string | null
          request_id: string
          user_id: string
        }
        Update: {
          assigned_at?: string
          assigned_by?: string | null
          request_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "request_assignments_request_id_fkey"
            columns: ["request_id"]
            isOneToOne: true
            referencedRelation: "change_requests"
            referencedColumns: ["id"]
          },
        ]
      }
      retainer_charges: {
        Row: {
          charge_date: string
          created_at: string
          invoice_id: string
          retainer_id: string
        }
        Insert: {
          charge_date: string
          created_at?: string
          invoice_id: string
          retainer_id: string
        }
        Update: {
          charge_date?: string
          created_at?: string
          invoice_id?: string
          retainer_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "retainer_charges_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: true
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "retainer_charges_retainer_id_fkey"
            columns: ["retainer_id"]
            isOneToOne: false
            referencedRelation: "retainers"
            referencedColumns: ["id"]
          },
        ]
      }
      retainers: {
        Row: {
          account_id: string | null
          charges_from: string
          client_id: string | null
          created_at: string
          currency: string
          description: string | null
          duration_months: number | null
          end_date: string | null
          id: string
          monthly_amount: number
          retainer_name: string
          start_date: string
          status: Database["public"]["Enums"]["retainer_status"]
          updated_at: string
        }
        Insert: {
          account_id?: string | null
          charges_from?: string
          client_id?: string | null
          created_at?: string
          currency?: string
          description?: string | null
          duration_months?: number | null
          end_date?: string | null
          id?: string
          monthly_amount: number
          retainer_name: string
          start_date?: string
          status?: Database["public"]["Enums"]["retainer_status"]
          updated_at?: string
        }
        Update: {
          account_id?: string | null
          charges_from?: string
          client_id?: string | null
          created_at?: string
          currency?: string
          description?: string | null
          duration_months?: number | null
          end_date?: string | null
          id?: string
          monthly_amount?: number
          retainer_name?: string
          start_date?: string
          status?: Database["public"]["Enums"]["retainer_status"]
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "retainers_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      retention_settings: {
        Row: {
          default_days: number
          holds: string
          keep_days: number
          kind: string
          label: string
          max_days: number
          min_days: number
          position: number
          reason: string
          updated_at: string
        }
        Insert: {
          default_days: number
          holds: string
          keep_days: number
          kind: string
          label: string
          max_days: number
          min_days: number
          position: number
          reason: string
          updated_at?: string
        }
        Update: {
          default_days?: number
          holds?: string
          keep_days?: number
          kind?: string
          label?: string
          max_days?: number
          min_days?: number
          position?: number
          reason?: string
          updated_at?: string
        }
        Relationships: []
      }
      rotas: {
        Row: {
          account_id: string
          capacity: number | null
          hours: Json
          time_zone: string
          updated_at: string
          user_id: string
          weight: number
        }
        Insert: {
          account_id: string
          capacity?: number | null
          hours: Json
          time_zone: string
          updated_at?: string
          user_id: string
          weight?: number
        }
        Update: {
          account_id?: string
          capacity?: number | null
          hours?: Json
          time_zone?: string
          updated_at?: string
          user_id?: string
          weight?: number
        }
        Relationships: [
          {
            foreignKeyName: "rotas_account_id_fkey"
            columns: ["account_id"]
            isOneToOne: false
            referencedRelation: "accounts"
            referencedColumns: ["id"]
          },
        ]
      }
      subscriptions: {
        Row: {
          cancel_at_period_end: boolean
          created_at: string
          started_at: string | null
          stripe_customer_id: string | null
          stripe_subscription_id: string | null
          subscribed: boolean
          subscription_end: string | null
          subscription_status: Database["public"]["Enums"]["subscription_status"]
          subscription_tier: Database["public"]["Enums"]["subscription_tier"]
          trial_end: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          cancel_at_period_end?: boolean
          created_at?: string
          started_at?: string | null
          stripe_customer_id?: string | null
          stripe_subscription_id?: string | null
          subscribed?: boolean
          subscription_end?: string | null
          subscription_status?: Database["public"]["Enums"]["subscription_status"]
          subscription_tier?: Database["public"]["Enums"]["subscription_tier"]
          trial_end?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          cancel_at_period_end?: boolean
          created_at?: string
          started_at?: string | null
          stripe_customer_id?: string | null
          stripe_subscription_id?: string | null
          subscribed?: boolean
          subscription_end?: string | null
          subscription_status?: Database["public"]["Enums"]["subscription_status"]
          subscription_tier?: Database["public"]["Enums"]["subscription_tier"]
          trial_end?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      user_roles: {
        Row: {
          created_at: string
          role: Database["public"]["Enums"]["app_role"]
          status: Database["public"]["Enums"]["role_status"]
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          role: Database["public"]["Enums"]["app_role"]
          status?: Database["public"]["Enums"]["role_status"]
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          role?: Database["public"]["Enums"]["app_role"]
          status?: Database["public"]["Enums"]["role_status"]
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      account_people: {
        Args: {
          p_account_id: string
        }
        Returns: Json
      }
      account_plans: {
        Args: {
          p_client_id?: string
        }
        Returns: Json
      }
      account_record: {
        Args: {
          p_account_id: string
        }
        Returns: Json
      }
      add_absence: {
        Args: {
          p_absence_id: string
          p_from?: string
          p_until?: string
          p_user_id: string
        }
        Returns: Json
      }
      add_calendar: {
        Args: {
          p_address: string
        }
        Returns: string
      }
      add_landing_domain: {
        Args: {
          p_domain: string
          p_page_id: string
        }
        Returns: string
      }
      agency_contact: {
        Args: never
        Returns: Json
      }
      agency_today: {
        Args: never
        Returns: string
      }
      announce_combined_failure: {
        Args: {
          p_combined_id: string
          p_reason: string
        }
        Returns: undefined
      }
      announce_payment_failure: {
        Args: {
          p_invoice_id: string
          p_reason: string
        }
        Returns: undefined
      }
      announce_plan_start: {
        Args: {
          p_user_id: string
        }
        Returns: undefined
      }
      announce_trial_end: {
        Args: {
          p_run_at?: string
          p_trial_end: string
          p_user_id: string
        }
        Returns: undefined
      }
      answer_change_request: {
        Args: {
          p_answer: string
          p_answer_id?: string
          p_expected_updated_at: string
          p_request_id: string
        }
        Returns: undefined
      }
      answer_publish_request: {
        Args: {
          p_approved: boolean
          p_note?: string
          p_page_id: string
          p_seen: string
          p_stop_test?: string
        }
        Returns: number
      }
      archive_account: {
        Args: {
          p_account_id: string
          p_archived: boolean
        }
        Returns: undefined
      }
      ask_for_deletion: {
        Args: {
          p_request_id: string
        }
        Returns: string
      }
      assign_change_request: {
        Args: {
          p_expected_user_id?: string
          p_request_id: string
          p_user_id?: string
        }
        Returns: undefined
      }
      assign_client_dashboard: {
        Args: {
          business_name: string
          client_email: string
          dashboard_title?: string
          notion_url: string
        }
        Returns: string
      }
      begin_landing_import: {
        Args: {
          p_address?: string
        }
        Returns: string
      }
      begin_plan_change: {
        Args: {
          p_client_id: string
        }
        Returns: Json
      }
      book_call: {
        Args: {
          p_host?: string
          p_id: string
          p_lead_id: string
          p_response?: string
          p_sent?: Json
          p_starts_at: string
          p_type_id: string
        }
        Returns: Json
      }
      book_meeting: {
        Args: {
          p_account: string
          p_sent: Json
          p_type: string
        }
        Returns: string
      }
      booking_account_of_domain: {
        Args: {
          p_domain: string
        }
        Returns: string
      }
      booking_offer: {
        Args: {
          p_submission_id: string
        }
        Returns: string
      }
      booking_page: {
        Args: {
          p_account: string
          p_from: string
          p_to: string
          p_type: string
        }
        Returns: Json
      }
      booking_types: {
        Args: {
          p_account: string
        }
        Returns: Json
      }
      booking_visitor: {
        Args: {
          p_account: string
          p_submission_id: string
        }
        Returns: Json
      }
      calendar_feed_since: {
        Args: never
        Returns: string
      }
      calendar_to_read: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      call_takers: {
        Args: {
          p_booking_id: string
        }
        Returns: Json
      }
      call_times: {
        Args: {
          p_at?: string
          p_from?: string
          p_host?: string
          p_lead_id: string
          p_to?: string
          p_type_id?: string
        }
        Returns: Json
      }
      can_set_up_admin: {
        Args: never
        Returns: boolean
      }
      cancel_call: {
        Args: {
          p_booking_id: string
        }
        Returns: boolean
      }
      cancel_email_change: {
        Args: never
        Returns: undefined
      }
      cancel_lead_import: {
        Args: {
          p_import_id: string
        }
        Returns: undefined
      }
      cancel_own_booking: {
        Args: {
          p_key: string
        }
        Returns: boolean
      }
      change_leads: {
        Args: {
          p_batch_id: string
          p_changes: Json
          p_lead_ids: string[]
          p_seen_version?: number
        }
        Returns: Json
      }
      change_task: {
        Args: {
          p_changes: Json
          p_seen: Json
          p_task_id: string
        }
        Returns: Json
      }
      change_user_role: {
        Args: {
          p_reassign_to?: string
          p_role: Database["public"]["Enums"]["app_role"]
          p_unassign?: boolean
          p_user_id: string
        }
        Returns: number
      }
      check_dashboard_import: {
        Args: {
          p_import_id: string
        }
        Returns: {
          position: number
          problem: string
        }[]
      }
      check_plan_checkout: {
        Args: {
          p_claim: string
          p_user_id: string
        }
        Returns: undefined
      }
      check_request: {
        Args: never
        Returns: undefined
      }
      checkout_to_close: {
        Args: {
          p_attempt: number
          p_invoice_id: string
        }
        Returns: {
          invoice_id: string
          attempt: number
          session_id: string
          customer_id: string
          created_at: string
          combined_id: string
        }[]
      }
      claim_lead: {
        Args: {
          p_lead_id: string
        }
        Returns: Json
      }
      claim_outbox: {
        Args: {
          p_kinds?: string[]
          p_lease_seconds?: number
          p_limit?: number
          p_provider?: string
          p_worker: string
        }
        Returns: {
          id: string
          kind: string
          dedupe_key: string
          payload: Json
          attempts: number
          max_attempts: number
        }[]
      }
      claim_plan_checkout: {
        Args: {
          p_user_id: string
        }
        Returns: Json
      }
      claim_unfinished_checkouts: {
        Args: {
          p_limit?: number
        }
        Returns: {
          invoice_id: string
          attempt: number
          session_id: string
          customer_id: string
          combined_id: string
        }[]
      }
      client_balance: {
        Args: {
          p_client_id?: string
        }
        Returns: Json
      }
      client_figures: {
        Args: {
          p_client_id?: string
        }
        Returns: Json
      }
      client_record: {
        Args: {
          p_client_id: string
        }
        Returns: Json
      }
      complete_outbox: {
        Args: {
          p_id: string
          p_provider?: string
          p_result?: Json
          p_worker: string
        }
        Returns: boolean
      }
      continue_retainer: {
        Args: {
          p_expected_updated_at: string
          p_retainer_id: string
        }
        Returns: string
      }
      count_account_rows: {
        Args: {
          p_table: string
        }
        Returns: {
          account_id: string
          rows: number
        }[]
      }
      count_billed_items: {
        Args: {
          p_user_id: string
        }
        Returns: {
          invoices: number
          agreed: number
          retainers: number
          has_plan: boolean
          trial_ends: string
          plan_ends: string
          premium: string[]
          rejoins: string[]
        }[]
      }
      count_failed_emails: {
        Args: never
        Returns: {
          resendable: number
          unconfirmed: number
        }[]
      }
      count_leads_matching: {
        Args: {
          p_filter?: Json
          p_scope?: string
        }
        Returns: {
          leads: number
          value_cents: number
        }[]
      }
      count_leads_to_reassign: {
        Args: {
          p_reassign_to?: string
          p_user_id: string
        }
        Returns: {
          to_owner: number
          to_others: number
        }[]
      }
      count_open_work: {
        Args: {
          p_user_id: string
        }
        Returns: {
          calls: number
          tasks: number
          requests: number
          meeting_types: string[]
        }[]
      }
      create_account: {
        Args: {
          p_name: string
          p_owner_email?: string
        }
        Returns: Json
      }
      create_account_from_lead: {
        Args: {
          p_lead_id: string
        }
        Returns: Json
      }
      create_calendar_feed: {
        Args: never
        Returns: string
      }
      create_invoice: {
        Args: {
          p_account_id?: string
          p_client_id: string
          p_currency: string
          p_description: string
          p_due_date: string
          p_invoice_id?: string
          p_lines: Json
          p_service_from?: string
          p_service_until?: string
        }
        Returns: string
      }
      create_landing_page: {
        Args: {
          p_draft: Json
          p_id: string
          p_slug: string
        }
        Returns: number
      }
      create_landing_preview: {
        Args: {
          p_hours: number
          p_page_id: string
        }
        Returns: string
      }
      create_lead: {
        Args: {
          p_id: string
          p_lead: Json
        }
        Returns: Json
      }
      create_lead_import: {
        Args: {
          p_defaults: Json
          p_file_name: string
          p_headers: string[]
          p_import_id: string
          p_mapping: Json
        }
        Returns: undefined
      }
      create_recovery_codes: {
        Args: never
        Returns: string[]
      }
      create_retainer: {
        Args: {
          p_account_id?: string
          p_bill_month?: string
          p_client_id: string
          p_currency: string
          p_description: string
          p_duration_months?: number
          p_monthly_amount: number
          p_name: string
          p_retainer_id?: string
          p_start_date: string
        }
        Returns: string
      }
      credit_invoice: {
        Args: {
          p_amount: number
          p_expected_updated_at: string
          p_invoice_id: string
          p_method?: string
          p_on?: string
          p_reason: string
        }
        Returns: string
      }
      crm_analytics: {
        Args: {
          p_from: string
          p_owner?: string
          p_scope?: string
          p_source?: string
          p_to: string
        }
        Returns: Json
      }
      crm_board: {
        Args: {
          p_filter?: Json
          p_limit?: number
          p_scope?: string
        }
        Returns: Json
      }
      crm_board_column: {
        Args: {
          p_after?: Json
          p_filter?: Json
          p_limit?: number
          p_scope?: string
          p_stage: string
        }
        Returns: Json
      }
      crm_board_totals: {
        Args: {
          p_filter?: Json
          p_scope?: string
        }
        Returns: {
          stage: string
          leads: number
          value_cents: number
        }[]
      }
      crm_calls: {
        Args: {
          p_from: string
          p_owner?: string
          p_scope?: string
          p_source?: string
          p_to: string
        }
        Returns: Json
      }
      crm_notifications: {
        Args: never
        Returns: Json
      }
      crm_outcomes: {
        Args: {
          p_from: string
          p_owner?: string
          p_scope?: string
          p_source?: string
          p_to: string
        }
        Returns: Json
      }
      crm_pulse: {
        Args: {
          p_seen?: number
        }
        Returns: Json
      }
      crm_responses: {
        Args: {
          p_from: string
          p_owner?: string
          p_scope?: string
          p_source?: string
          p_to: string
        }
        Returns: Json
      }
      crm_today: {
        Args: {
          p_scope?: string
        }
        Returns: Json
      }
      deactivate_user: {
        Args: {
          p_reassign_to?: string
          p_unassign?: boolean
          p_user_id: string
        }
        Returns: number
      }
      delete_client_dashboard: {
        Args: {
          dashboard_id: string
        }
        Returns: undefined
      }
      delete_draft_invoice: {
        Args: {
          p_expected_updated_at: string
          p_invoice_id: string
        }
        Returns: undefined
      }
      delete_email_template: {
        Args: {
          p_id: string
          p_updated_at: string
        }
        Returns: undefined
      }
      delete_landing_page: {
        Args: {
          p_page_id: string
        }
        Returns: undefined
      }
      delete_meeting_type: {
        Args: {
          p_id: string
        }
        Returns: number
      }
      delete_premium_override: {
        Args: {
          p_email: string
        }
        Returns: undefined
      }
      deletion_request: {
        Args: never
        Returns: Json
      }
      discard_dashboard_import: {
        Args: {
          p_import_id: string
        }
        Returns: undefined
      }
      duplicate_invoice: {
        Args: {
          p_invoice_id: string
          p_new_id?: string
        }
        Returns: string
      }
      duplicate_landing_page: {
        Args: {
          p_id: string
          p_page_id: string
        }
        Returns: string
      }
      email_invoice: {
        Args: {
          p_invoice_id: string
          p_kind: string
        }
        Returns: string
      }
      end_loan: {
        Args: {
          p_account_id: string
          p_user_id: string
        }
        Returns: undefined
      }
      end_own_session: {
        Args: {
          p_session_id: string
        }
        Returns: undefined
      }
      end_retainer: {
        Args: {
          p_expected_updated_at: string
          p_last_day: string
          p_retainer_id: string
        }
        Returns: string
      }
      enqueue_outbox: {
        Args: {
          p_dedupe_key: string
          p_kind: string
          p_max_attempts?: number
          p_payload: Json
          p_run_at?: string
        }
        Returns: string
      }
      erase_person: {
        Args: {
          p_confirmation: string
          p_id: string
          p_kind: string
        }
        Returns: Json
      }
      export_leads: {
        Args: {
          p_after?: Json
          p_filter?: Json
          p_limit?: number
        }
        Returns: Json[]
      }
      fail_outbox: {
        Args: {
          p_error: string
          p_failure?: string
          p_id: string
          p_problem?: string
          p_provider?: string
          p_time_scale?: number
          p_worker: string
        }
        Returns: boolean
      }
      find_invitation: {
        Args: {
          p_token: string
        }
        Returns: {
          email: string
          role: Database["public"]["Enums"]["app_role"]
          invited_by: string
          account_name: string
          account_role: Database["public"]["Enums"]["account_role"]
          brings_premium: boolean
        }[]
      }
      finish_dashboard_import: {
        Args: {
          p_import_id: string
          p_left_out?: number[]
        }
        Returns: number
      }
      finish_payment_event: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      finish_task: {
        Args: {
          p_next?: Json
          p_task_id: string
        }
        Returns: Json
      }
      forget_removed_files: {
        Args: {
          p_bucket_id: string
          p_names: string[]
        }
        Returns: undefined
      }
      hand_over_call: {
        Args: {
          p_booking_id: string
          p_giver: string
          p_taker: string
        }
        Returns: boolean
      }
      hit_rate_limit: {
        Args: {
          p_key: string
          p_limit: number
          p_window_seconds: number
        }
        Returns: {
          allowed: boolean
          retry_after_seconds: number
        }[]
      }
      invitation_end: {
        Args: {
          p_token: string
        }
        Returns: string
      }
      invite_member: {
        Args: {
          p_account_id: string
          p_email: string
          p_role: Database["public"]["Enums"]["account_role"]
        }
        Returns: string
      }
      invite_user: {
        Args: {
          p_email: string
          p_role: Database["public"]["Enums"]["app_role"]
        }
        Returns: string
      }
      invoice_document: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_for_admin: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_milestones: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_paid_together: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_payers: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_recipient: {
        Args: {
          p_invoice_id: string
        }
        Returns: Json
      }
      invoice_statement: {
        Args: {
          p_account_id?: string
          p_client_id?: string
          p_from: string
          p_until: string
        }
        Returns: Json
      }
      join_account: {
        Args: {
          p_token: string
        }
        Returns: string
      }
      kept_landing_drafts: {
        Args: {
          p_entry_ids: number[]
        }
        Returns: number[]
      }
      known_lead: {
        Args: {
          p_email?: string
          p_phone?: string
        }
        Returns: Json
      }
      landing_brand: {
        Args: never
        Returns: Json
      }
      landing_cache_version: {
        Args: never
        Returns: number
      }
      landing_day_start: {
        Args: {
          p_day: string
        }
        Returns: string
      }
      landing_funnel: {
        Args: {
          p_from: string
          p_page_id: string
          p_to: string
        }
        Returns: {
          by: string
          key: string
          visitors: number
          people: number
          qualified: number
          booked: number
          won: number
          won_cents: number
        }[]
      }
      landing_index: {
        Args: never
        Returns: Json
      }
      landing_page_stats: {
        Args: {
          p_from: string
          p_page_id: string
          p_to: string
        }
        Returns: {
          by: string
          key: string
          views: number
          visitors: number
          submissions: number
          conversion: number
        }[]
      }
      landing_page_titles: {
        Args: {
          p_page_ids: string[]
        }
        Returns: {
          id: string
          title: string
        }[]
      }
      landing_page_to_serve: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      landing_picture_uses: {
        Args: {
          p_name: string
        }
        Returns: {
          page_id: string
          title: string
          is_live: boolean
        }[]
      }
      landing_preview_to_serve: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      landing_test_figures: {
        Args: {
          p_page_id: string
        }
        Returns: {
          test_id: string
          version: number
          visitors: number
          submissions: number
          qualified: number
          booked: number
          won: number
          revenue_cents: number
          revenue_squares: number
          visits: number
          bounced: number
          speeds: number[]
        }[]
      }
      landing_version_changes: {
        Args: {
          p_page_id: string
        }
        Returns: {
          number: number
          added: string[]
          removed: string[]
          changed: string[]
          is_moved: boolean
          fields: string[]
          is_variant: boolean
          compared_with: number
        }[]
      }
      landing_visit_sums: {
        Args: {
          p_from: string
          p_page_id: string
          p_to: string
        }
        Returns: {
          by: string
          key: string
          visits: number
          bounced: number
          depths: number[]
          speeds: number[]
        }[]
      }
      last_lead_mapping: {
        Args: {
          p_headers: string[]
        }
        Returns: Json
      }
      lead_duplicates: {
        Args: {
          p_lead_id: string
        }
        Returns: {
          id: string
          name: string
          company: string
          email: string
          phone: string
          stage: string
          owner_id: string
          owner_name: string
          created_at: string
          is_archived: boolean
          same: string[]
          may_merge: boolean
        }[]
      }
      lead_ids_matching: {
        Args: {
          p_among?: string[]
          p_filter?: Json
          p_scope?: string
        }
        Returns: string[]
      }
      lead_import_matches: {
        Args: {
          p_after_row?: number
          p_import_id: string
          p_limit?: number
        }
        Returns: {
          row_no: number
          fields: Json
          repeats: number
          lead_id: string
          lead_name: string
          owner_name: string
          matched_by: string
          file_row: number
        }[]
      }
      lead_import_problems: {
        Args: {
          p_after_row?: number
          p_import_id: string
          p_limit?: number
        }
        Returns: {
          row_no: number
          problem: string
          fields: Json
          file_row: number
        }[]
      }
      lead_page: {
        Args: {
          p_lead_id: string
        }
        Returns: Json
      }
      lead_timeline: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_kinds?: string[]
          p_lead_id: string
          p_limit?: number
        }
        Returns: Json
      }
      lend_rep: {
        Args: {
          p_account_id: string
          p_user_id: string
        }
        Returns: undefined
      }
      list_accounts: {
        Args: {
          p_archived?: boolean
          p_balance?: string
          p_descending?: boolean
          p_limit?: number
          p_offset?: number
          p_plan?: string
          p_query?: string
          p_sort?: string
        }
        Returns: Json
      }
      list_admin_emails: {
        Args: never
        Returns: Database["public"]["Tables"]["admin_emails"]["Row"][]
      }
      list_admin_overview: {
        Args: never
        Returns: {
          total_users: number
          pending_approvals: number
          total_leads: number
          companies: number
        }[]
      }
      list_calls: {
        Args: {
          p_everyone?: boolean
          p_from: string
          p_host?: string
          p_to: string
        }
        Returns: Json
      }
      list_group_leads: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_by: string
          p_key: string
          p_limit?: number
          p_query?: string
        }
        Returns: Json[]
      }
      list_landing_pages: {
        Args: {
          p_everywhere?: boolean
        }
        Returns: {
          id: string
          slug: string
          title: string
          status: Database["public"]["Enums"]["landing_page_status"]
          version: number
          has_changes: boolean
          domain_id: string
          domain: string
          domain_state: Database["public"]["Enums"]["landing_domain_state"]
          views: number
          visitors: number
          submissions: number
          conversion: number
          updated_at: string
          updated_by: string
          published_at: string
          account_id: string
          account_slug: string
          account_name: string
          request_state: Database["public"]["Enums"]["publish_request_state"]
          requested_at: string
          request_note: string
          is_testing: boolean
        }[]
      }
      list_lead_groups: {
        Args: {
          p_by: string
          p_limit?: number
          p_offset?: number
          p_query?: string
        }
        Returns: {
          key: string
          name: string
          leads: number
          whole: boolean
          shown: Json
          total_groups: number
        }[]
      }
      list_lead_tags: {
        Args: {
          p_limit?: number
          p_query?: string
        }
        Returns: {
          tag: string
          leads: number
        }[]
      }
      list_leads: {
        Args: {
          p_after?: Json
          p_filter?: Json
          p_limit?: number
          p_scope?: string
          p_sort?: string
        }
        Returns: Json
      }
      list_meeting_types: {
        Args: never
        Returns: Json
      }
      list_outbox_messages: {
        Args: {
          p_limit?: number
          p_to?: string
        }
        Returns: {
          id: string
          payload: Json
          result: Json
          status: string
          attempts: number
          last_error: string
          created_at: string
          done_at: string
        }[]
      }
      list_own_sessions: {
        Args: never
        Returns: {
          id: string
          created_at: string
          last_active: string
          user_agent: string
          is_current: boolean
          address: string
        }[]
      }
      list_premium_overrides: {
        Args: never
        Returns: Database["public"]["Tables"]["premium_overrides"]["Row"][]
      }
      list_removed_files: {
        Args: never
        Returns: {
          bucket_id: string
          name: string
        }[]
      }
      list_request_files: {
        Args: {
          p_request_ids: string[]
        }
        Returns: Json
      }
      list_stale_subscriptions: {
        Args: {
          p_limit?: number
        }
        Returns: string[]
      }
      list_team: {
        Args: never
        Returns: {
          user_id: string
          name: string
          role: Database["public"]["Enums"]["app_role"]
        }[]
      }
      list_upcoming_charges: {
        Args: {
          p_client_id?: string
          p_days?: number
        }
        Returns: {
          retainer_id: string
          account_id: string
          retainer_name: string
          charge_date: string
          amount: number
          currency: string
        }[]
      }
      list_waiting_work: {
        Args: never
        Returns: Json
      }
      log_activity: {
        Args: {
          p_body?: string
          p_claim?: boolean
          p_id: string
          p_kind: string
          p_lead_id: string
          p_next?: Json
          p_occurred_at?: string
          p_outcome?: string
          p_seconds?: number
          p_stage?: string
        }
        Returns: Json
      }
      mail_account: {
        Args: {
          p_account_id: string
        }
        Returns: Json
      }
      mail_status: {
        Args: never
        Returns: {
          stopped_since: string
          waiting: number
          problem: string
        }[]
      }
      managed_booking: {
        Args: {
          p_from?: string
          p_key: string
          p_to?: string
        }
        Returns: Json
      }
      mark_notifications_read: {
        Args: {
          p_ids: string[]
        }
        Returns: undefined
      }
      may_check_landing_domain: {
        Args: {
          p_domain_id: string
        }
        Returns: boolean
      }
      may_pay_invoice: {
        Args: {
          p_invoice_id: string
        }
        Returns: boolean
      }
      merge_leads: {
        Args: {
          p_batch_id: string
          p_fields?: Json
          p_keep_id: string
          p_other_id: string
        }
        Returns: Json
      }
      move_call: {
        Args: {
          p_booking_id: string
          p_starts_at: string
        }
        Returns: boolean
      }
      move_landing_page: {
        Args: {
          p_account_id: string
          p_page_id: string
        }
        Returns: undefined
      }
      move_own_booking: {
        Args: {
          p_key: string
          p_starts_at: string
        }
        Returns: boolean
      }
      move_times: {
        Args: {
          p_booking_id: string
          p_from?: string
          p_to?: string
        }
        Returns: Json
      }
      must_have_second_factor: {
        Args: never
        Returns: boolean
      }
      my_accounts: {
        Args: never
        Returns: Json
      }
      note_calendar: {
        Args: {
          p_id: string
          p_problem?: string
        }
        Returns: undefined
      }
      note_landing_test: {
        Args: {
          p_learned: string
          p_test_id: string
        }
        Returns: undefined
      }
      note_plan_page: {
        Args: {
          p_account_id?: string
          p_user_id: string
        }
        Returns: undefined
      }
      open_combined_checkout: {
        Args: {
          p_client_id: string
          p_invoice_ids: string[]
        }
        Returns: Json
      }
      open_invoice: {
        Args: {
          p_due_date: string
          p_expected_updated_at: string
          p_invoice_id: string
        }
        Returns: undefined
      }
      open_invoice_checkout: {
        Args: {
          p_client_id: string
          p_invoice_id: string
        }
        Returns: {
          attempt: number
          session_id: string
          url: string
          replaces: string
          amount: number
          currency: string
          invoice_number: string
          description: string
          email: string
          client_id: string
        }[]
      }
      order_lost_reasons: {
        Args: {
          p_ids: string[]
        }
        Returns: undefined
      }
      own_data: {
        Args: never
        Returns: Json
      }
      plan_customer: {
        Args: {
          p_account_id?: string
          p_user_id: string
        }
        Returns: string
      }
      plan_customers: {
        Args: {
          p_user_id: string
        }
        Returns: string[]
      }
      portal_rights: {
        Args: {
          p_client_id?: string
        }
        Returns: Json
      }
      prepare_booking_mail: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      prepare_client_dashboard: {
        Args: {
          p_account_id: string
          p_business_name: string
          p_dashboard_title?: string
          p_notion_url: string
        }
        Returns: string
      }
      prepare_lead_alert: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      prepare_lead_import: {
        Args: {
          p_import_id: string
          p_rows: number
        }
        Returns: undefined
      }
      prepare_payment_failure: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      preview_erasure: {
        Args: {
          p_id: string
          p_kind: string
        }
        Returns: Json
      }
      preview_meeting_type: {
        Args: {
          p_hosts: string[]
          p_id: string
          p_type: Json
        }
        Returns: Json
      }
      publish_landing_page: {
        Args: {
          p_page_id: string
          p_seen_revision: number
          p_stop_test?: string
        }
        Returns: number
      }
      reactivate_user: {
        Args: {
          p_user_id: string
          p_with_leads?: boolean
        }
        Returns: {
          restored: number
          kept: number
        }[]
      }
      read_calendar_feed: {
        Args: {
          p_key: string
        }
        Returns: Json
      }
      receipt_people: {
        Args: {
          p_payment_ids: string[]
        }
        Returns: Json
      }
      record_checkout: {
        Args: {
          p_checkout: Json
        }
        Returns: string
      }
      record_client_view: {
        Args: {
          p_client_id: string
        }
        Returns: undefined
      }
      record_combined_checkout: {
        Args: {
          p_checkout: Json
        }
        Returns: Json
      }
      record_dashboard_access: {
        Args: {
          p_dashboard_id: string
        }
        Returns: undefined
      }
      record_invoice_payment: {
        Args: {
          p_amount: number
          p_expected_updated_at: string
          p_invoice_id: string
          p_method: string
          p_paid_on: string
          p_payment_id?: string
          p_reference?: string
        }
        Returns: Database["public"]["Enums"]["invoice_status"]
      }
      record_landing_domain_check: {
        Args: {
          p_domain_id: string
          p_points_here: boolean
          p_problem: string
          p_txt: string
        }
        Returns: Database["public"]["Enums"]["landing_domain_state"]
      }
      record_landing_views: {
        Args: {
          p_views: Json
        }
        Returns: undefined
      }
      record_landing_visits: {
        Args: {
          p_visits: Json
        }
        Returns: undefined
      }
      record_payment_event: {
        Args: {
          p_id: string
          p_occurred_at: string
          p_type: string
        }
        Returns: boolean
      }
      record_workspace_visit: {
        Args: never
        Returns: undefined
      }
      recovery_codes_left: {
        Args: never
        Returns: number
      }
      refresh_calendar: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      reject_user: {
        Args: {
          p_reason?: string
          p_user_id: string
        }
        Returns: undefined
      }
      release_outbox: {
        Args: {
          p_id: string
          p_worker: string
        }
        Returns: boolean
      }
      remove_absence: {
        Args: {
          p_absence_id: string
        }
        Returns: undefined
      }
      remove_calendar: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      remove_invoice_credit: {
        Args: {
          p_credit_id: string
          p_expected_updated_at: string
          p_reason: string
        }
        Returns: Database["public"]["Enums"]["invoice_status"]
      }
      remove_invoice_payment: {
        Args: {
          p_expected_updated_at: string
          p_payment_id: string
          p_reason: string
        }
        Returns: Database["public"]["Enums"]["invoice_status"]
      }
      remove_landing_domain: {
        Args: {
          p_domain_id: string
        }
        Returns: undefined
      }
      remove_member: {
        Args: {
          p_account_id: string
          p_user_id: string
        }
        Returns: undefined
      }
      renew_outbox: {
        Args: {
          p_id: string
          p_lease_seconds?: number
          p_worker: string
        }
        Returns: boolean
      }
      reopen_task: {
        Args: {
          p_planned?: string
          p_task_id: string
        }
        Returns: Json
      }
      reply_to_change_request: {
        Args: {
          p_body: string
          p_reply_id?: string
          p_request_id: string
        }
        Returns: undefined
      }
      resend_failed_emails: {
        Args: {
          p_id: string
        }
        Returns: number
      }
      resend_invitation: {
        Args: {
          p_invitation_id: string
        }
        Returns: string
      }
      reset_second_factors: {
        Args: {
          p_user_id: string
        }
        Returns: undefined
      }
      response_stats: {
        Args: {
          p_by?: string
          p_from?: string
          p_to?: string
        }
        Returns: {
          key: string
          label: string
          leads: number
          answered: number
          median_seconds: number
          p90_seconds: number
          within: number
          decided: number
          target_seconds: number
          booked: number
        }[]
      }
      response_stats_today: {
        Args: never
        Returns: {
          key: string
          label: string
          leads: number
          answered: number
          median_seconds: number
          p90_seconds: number
          within: number
          decided: number
          target_seconds: number
          booked: number
        }[]
      }
      restore_audit_entry: {
        Args: {
          p_entry_id: number
        }
        Returns: undefined
      }
      restore_draft_invoice: {
        Args: {
          p_invoice_id: string
        }
        Returns: undefined
      }
      restore_invoice_credit: {
        Args: {
          p_credit_id: string
        }
        Returns: Database["public"]["Enums"]["invoice_status"]
      }
      restore_invoice_payment: {
        Args: {
          p_payment_id: string
        }
        Returns: Database["public"]["Enums"]["invoice_status"]
      }
      restore_outlook: {
        Args: {
          p_entry_ids: number[]
        }
        Returns: {
          entry_id: number
          problem: string
          emails: string
        }[]
      }
      retainer_outlook: {
        Args: {
          p_bill_month?: string
          p_client_id?: string
          p_duration_months?: number
          p_retainer_id?: string
          p_start_date: string
          p_status?: Database["public"]["Enums"]["retainer_status"]
        }
        Returns: Json
      }
      retry_email: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      revoke_calendar_feed: {
        Args: never
        Returns: undefined
      }
      revoke_invitation: {
        Args: {
          p_invitation_id: string
        }
        Returns: undefined
      }
      revoke_landing_preview: {
        Args: {
          p_preview_id: string
        }
        Returns: undefined
      }
      revoke_member_invitation: {
        Args: {
          p_account_id: string
          p_invitation_id: string
        }
        Returns: undefined
      }
      roll_back_landing_page: {
        Args: {
          p_number: number
          p_page_id: string
          p_stop_test?: string
        }
        Returns: number
      }
      roll_out_landing_test: {
        Args: {
          p_learned?: string
          p_test_id: string
          p_version: number
        }
        Returns: number
      }
      run_booking_event: {
        Args: {
          p_booking_id: string
          p_event: string
          p_minutes?: number
          p_sequence: number
        }
        Returns: boolean
      }
      run_clock_event: {
        Args: {
          p_clock_id: string
          p_event: string
        }
        Returns: boolean
      }
      run_lead_import: {
        Args: {
          p_import_id: string
          p_limit: number
        }
        Returns: Json
      }
      run_scheduled_jobs: {
        Args: never
        Returns: number
      }
      save_checkout_session: {
        Args: {
          p_attempt: number
          p_expires_at: string
          p_invoice_id: string
          p_session_id: string
          p_url: string
        }
        Returns: boolean
      }
      save_combined_session: {
        Args: {
          p_combined_id: string
          p_expires_at: string
          p_session_id: string
          p_url: string
        }
        Returns: boolean
      }
      save_email_template: {
        Args: {
          p_body: string
          p_id: string
          p_name: string
          p_subject: string
          p_updated_at?: string
        }
        Returns: string
      }
      save_landing_brand: {
        Args: {
          p_brand: Json
          p_seen_revision: number
        }
        Returns: number
      }
      save_landing_draft: {
        Args: {
          p_draft: Json
          p_page_id: string
          p_seen_revision: number
        }
        Returns: number
      }
      save_meeting_type: {
        Args: {
          p_hosts: string[]
          p_id: string
          p_type: Json
          p_updated_at?: string
        }
        Returns: string
      }
      save_rota: {
        Args: {
          p_rota: Json
          p_seen?: string
          p_user_id: string
        }
        Returns: string
      }
      save_routing: {
        Args: {
          p_routing: Json
          p_seen?: string
        }
        Returns: string
      }
      schema_version: {
        Args: never
        Returns: string
      }
      search_audit_log: {
        Args: {
          p_accounts?: string[]
          p_action?: string
          p_actor?: string
          p_below?: number
          p_from?: string
          p_limit?: number
          p_query?: string
          p_subject?: string
          p_table?: string
          p_until?: string
          p_write?: number
        }
        Returns: {
          id: number
          happened_at: string
          actor_id: string
          actor_email: string
          action: string
          table_name: string
          row_id: string
          subject: string
          before: Json
          after: Json
          account_id: string
          write_id: number
        }[]
      }
      search_billable_clients: {
        Args: {
          p_accounts?: boolean
          p_everyone?: boolean
          p_limit?: number
          p_query?: string
        }
        Returns: {
          id: string
          name: string
          company: string
          email: string
          account_id: string
          role: Database["public"]["Enums"]["account_role"]
          has_account: boolean
          for_account: string
          member: string
          everyone_left: boolean
        }[]
      }
      search_change_requests: {
        Args: {
          p_assignee?: string
          p_limit?: number
          p_linked?: string
          p_offset?: number
          p_query?: string
          p_sort?: string
          p_status?: string
        }
        Returns: Json
      }
      search_client_dashboards: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_sort?: string
        }
        Returns: {
          id: string
          user_id: string
          original_user_id: string
          client_email: string
          business_name: string
          dashboard_title: string
          notion_database_url: string
          health_status: Database["public"]["Enums"]["dashboard_health"]
          access_count: number
          last_accessed: string
          created_at: string
          updated_at: string
          total: number
          account_id: string
          account_name: string
        }[]
      }
      search_clients: {
        Args: {
          p_descending?: boolean
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_sort?: string
        }
        Returns: Json
      }
      search_email_log: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_status?: string
        }
        Returns: {
          id: string
          recipient: string
          template: string
          subject: string
          status: string
          attempts: number
          last_error: string
          created_at: string
          done_at: string
          total: number
          failure: string
          next_try_at: string
          is_checked: boolean
        }[]
      }
      search_invoices: {
        Args: {
          p_client?: string
          p_descending?: boolean
          p_from?: string
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_sort?: string
          p_status?: string
          p_until?: string
        }
        Returns: Json
      }
      search_landing_pictures: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_query?: string
        }
        Returns: {
          name: string
          bytes: number
          alt: string
          is_decorative: boolean
          width: number
          height: number
          focus_x: number
          focus_y: number
          created_at: string
          total: number
        }[]
      }
      search_leads: {
        Args: {
          p_limit?: number
          p_query: string
        }
        Returns: {
          id: string
          name: string
          company: string
          email: string
          phone: string
          stage: string
          owner_name: string
        }[]
      }
      search_people: {
        Args: {
          p_descending?: boolean
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_role?: Database["public"]["Enums"]["app_role"]
          p_sort?: string
          p_status?: Database["public"]["Enums"]["role_status"]
          p_user_id?: string
        }
        Returns: {
          user_id: string
          first_name: string
          last_name: string
          email: string
          company: string
          roles: Json
          last_active: string
          open_leads: number
          created_at: string
          has_second_factor: boolean
          only_owner_of: string[]
          total: number
          agency_leads: number
        }[]
      }
      search_records: {
        Args: {
          p_limit?: number
          p_query: string
        }
        Returns: {
          kind: string
          id: string
          name: string
          account_name: string
          account_slug: string
          state: string
        }[]
      }
      search_retainers: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_query?: string
          p_status?: string
        }
        Returns: Json
      }
      second_factor_state: {
        Args: never
        Returns: string
      }
      send_invoice: {
        Args: {
          p_expected_updated_at: string
          p_invoice_id: string
        }
        Returns: string
      }
      send_lead_email: {
        Args: {
          p_body: string
          p_id: string
          p_lead_id: string
          p_next?: Json
          p_subject: string
        }
        Returns: Json
      }
      set_admin_email: {
        Args: {
          p_email: string
          p_is_active: boolean
        }
        Returns: undefined
      }
      set_admin_setup_email: {
        Args: {
          p_email: string
        }
        Returns: undefined
      }
      set_booking_outcome: {
        Args: {
          p_booking_id: string
          p_outcome: string
          p_seen?: string
        }
        Returns: Json
      }
      set_change_request_status: {
        Args: {
          p_expected_updated_at: string
          p_request_id: string
          p_status: Database["public"]["Enums"]["change_request_status"]
        }
        Returns: undefined
      }
      set_member_role: {
        Args: {
          p_account_id: string
          p_role: Database["public"]["Enums"]["account_role"]
          p_user_id: string
        }
        Returns: undefined
      }
      set_page_approval: {
        Args: {
          p_account_id: string
          p_required: boolean
        }
        Returns: undefined
      }
      set_premium_override: {
        Args: {
          p_email: string
          p_expires_at?: string
        }
        Returns: Json
      }
      simulate_routing: {
        Args: {
          p_routing: Json
        }
        Returns: Json
      }
      stage_dashboard_import: {
        Args: {
          p_entries: Json
          p_import_id: string
        }
        Returns: number
      }
      stage_lead_import: {
        Args: {
          p_from_row: number
          p_import_id: string
          p_rows: Json
        }
        Returns: Json
      }
      stage_medians: {
        Args: never
        Returns: Json
      }
      start_call: {
        Args: {
          p_lead_id: string
        }
        Returns: undefined
      }
      start_card_refund: {
        Args: {
          p_amount: number
          p_expected_updated_at: string
          p_invoice_id: string
          p_reason: string
        }
        Returns: Json
      }
      start_landing_test: {
        Args: {
          p_goal: Database["public"]["Enums"]["landing_test_goal"]
          p_id: string
          p_only_source?: string
          p_page_id: string
          p_seen_revision: number
          p_variants: Json
        }
        Returns: string
      }
      start_lead_import: {
        Args: {
          p_duplicates?: string
          p_import_id: string
        }
        Returns: undefined
      }
      stop_landing_test: {
        Args: {
          p_learned?: string
          p_test_id: string
        }
        Returns: undefined
      }
      store_calendar: {
        Args: {
          p_busy: Json
          p_busy_until: string
          p_etag?: string
          p_id: string
        }
        Returns: number
      }
      submit_application: {
        Args: {
          p_address?: string
          p_application: Json
          p_is_spam?: boolean
          p_origin?: Json
        }
        Returns: string
      }
      submit_contact: {
        Args: {
          p_address?: string
          p_contact: Json
          p_is_spam?: boolean
        }
        Returns: string
      }
      submit_landing_form: {
        Args: {
          p_address?: string
          p_form: Json
          p_is_spam?: boolean
        }
        Returns: string
      }
      team_shifts: {
        Args: never
        Returns: Json
      }
      undo_book_call: {
        Args: {
          p_booking_id: string
        }
        Returns: Json
      }
      undo_call_change: {
        Args: {
          p_booking_id: string
          p_moved_to?: string
        }
        Returns: Json
      }
      undo_claim: {
        Args: {
          p_lead_id: string
        }
        Returns: Json
      }
      undo_hand_over: {
        Args: {
          p_booking_id: string
        }
        Returns: Json
      }
      undo_lead_batch: {
        Args: {
          p_batch_id: string
        }
        Returns: Json
      }
      undo_lead_import: {
        Args: {
          p_import_id: string
        }
        Returns: undefined
      }
      undo_lead_merge: {
        Args: {
          p_batch_id: string
        }
        Returns: Json
      }
      undo_log_activity: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      undo_retainer_change: {
        Args: {
          p_expected_updated_at: string
          p_retainer_id: string
        }
        Returns: undefined
      }
      unpublish_landing_page: {
        Args: {
          p_page_id: string
          p_stop_test?: string
        }
        Returns: undefined
      }
      update_account: {
        Args: {
          p_account_id: string
          p_changes: Json
          p_seen?: string
        }
        Returns: undefined
      }
      update_client_dashboard: {
        Args: {
          dashboard_id: string
          expected_updated_at?: string
          new_business_name: string
          new_client_email?: string
          new_dashboard_title: string
          new_notion_url: string
        }
        Returns: undefined
      }
      update_draft_invoice: {
        Args: {
          p_account_id?: string
          p_client_id: string
          p_currency: string
          p_description: string
          p_due_date: string
          p_expected_updated_at: string
          p_invoice_id: string
          p_lines: Json
          p_service_from?: string
          p_service_until?: string
        }
        Returns: string
      }
      update_retainer: {
        Args: {
          p_bill_month?: string
          p_description: string
          p_duration_months: number
          p_expected_updated_at: string
          p_monthly_amount: number
          p_name: string
          p_retainer_id: string
          p_start_date: string
          p_status: Database["public"]["Enums"]["retainer_status"]
        }
        Returns: string
      }
      void_invoice: {
        Args: {
          p_expected_updated_at: string
          p_invoice_id: string
          p_reason: string
        }
        Returns: undefined
      }
      win_lead: {
        Args: {
          p_account?: Json
          p_batch_id: string
          p_dashboard?: Json
          p_lead_id: string
          p_retainer?: Json
          p_value_cents?: number
        }
        Returns: Json
      }
      withdraw_publish_request: {
        Args: {
          p_page_id: string
        }
        Returns: undefined
      }
      working_calendar: {
        Args: never
        Returns: Json
      }
      workspace_state: {
        Args: never
        Returns: Json
      }
    }
    Enums: {
      account_kind: "agency" | "client"
      account_role: "owner" | "member" | "billing"
      app_role: "admin" | "sales" | "client"
      booking_state: "booked" | "cancelled" | "held" | "no_show"
      change_request_status: "open" | "answered" | "closed"
      change_request_type: "dashboard_change" | "feature_request" | "technical_support" | "general_inquiry"
      dashboard_health: "healthy" | "warning" | "error" | "unknown"
      invoice_attention: "disputed" | "other_currency" | "paid_though_canceled" | "paid_twice" | "overpaid" | "paid_in_part" | "refunded_too_much"
      invoice_status: "draft" | "pending" | "paid" | "overdue" | "active" | "void"
      landing_domain_state: "pending" | "verified" | "live" | "failed"
      landing_page_status: "draft" | "published"
      landing_test_goal: "submission" | "qualified" | "booked" | "won" | "revenue"
      landing_test_state: "running" | "stopped"
      landing_width: "phone" | "tablet" | "desktop"
      lead_source: "website_form" | "referral" | "social_media" | "landing_page" | "other"
      meeting_assignment: "person" | "pool" | "together"
      meeting_location: "phone" | "video" | "place"
      publish_request_state: "waiting" | "approved" | "declined" | "withdrawn"
      retainer_status: "pending" | "active" | "paused" | "completed" | "canceled"
      role_status: "pending" | "active" | "inactive"
      submission_status: "new" | "read" | "archived"
      subscription_status: "inactive" | "active"
      subscription_tier: "free" | "premium"
      traffic_type: "paid_ads" | "organic" | "referral" | "direct"
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  NameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"]) | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? keyof (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"] & DatabaseWithoutInternals[NameOrOptions["schema"]]["Views"]) : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"] & DatabaseWithoutInternals[NameOrOptions["schema"]]["Views"])[Name] extends { Row: infer Part } ? Part : never
  : NameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[NameOrOptions] extends { Row: infer Part } ? Part : never
    : never

export type TablesInsert<
  NameOrOptions extends keyof (DefaultSchema["Tables"]) | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? keyof (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"]) : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"])[Name] extends { Insert: infer Part } ? Part : never
  : NameOrOptions extends keyof (DefaultSchema["Tables"])
    ? (DefaultSchema["Tables"])[NameOrOptions] extends { Insert: infer Part } ? Part : never
    : never

export type TablesUpdate<
  NameOrOptions extends keyof (DefaultSchema["Tables"]) | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? keyof (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"]) : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[NameOrOptions["schema"]]["Tables"])[Name] extends { Update: infer Part } ? Part : never
  : NameOrOptions extends keyof (DefaultSchema["Tables"])
    ? (DefaultSchema["Tables"])[NameOrOptions] extends { Update: infer Part } ? Part : never
    : never

export type Enums<
  NameOrOptions extends keyof DefaultSchema["Enums"] | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[NameOrOptions["schema"]]["Enums"] : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[NameOrOptions["schema"]]["Enums"][Name]
  : NameOrOptions extends keyof DefaultSchema["Enums"] ? DefaultSchema["Enums"][NameOrOptions] : never

export type CompositeTypes<
  NameOrOptions extends keyof DefaultSchema["CompositeTypes"] | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[NameOrOptions["schema"]]["CompositeTypes"] : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[NameOrOptions["schema"]]["CompositeTypes"][Name]
  : NameOrOptions extends keyof DefaultSchema["CompositeTypes"] ? DefaultSchema["CompositeTypes"][NameOrOptions] : never

export const Constants = {
  public: {
    Enums: {
      account_kind: ["agency", "client"],
      account_role: ["owner", "member", "billing"],
      app_role: ["admin", "sales", "client"],
      booking_state: ["booked", "cancelled", "held", "no_show"],
      change_request_status: ["open", "answered", "closed"],
      change_request_type: ["dashboard_change", "feature_request", "technical_support", "general_inquiry"],
      dashboard_health: ["healthy", "warning", "error", "unknown"],
      invoice_attention: ["disputed", "other_currency", "paid_though_canceled", "paid_twice", "overpaid", "paid_in_part", "refunded_too_much"],
      invoice_status: ["draft", "pending", "paid", "overdue", "active", "void"],
      landing_domain_state: ["pending", "verified", "live", "failed"],
      landing_page_status: ["draft", "published"],
      landing_test_goal: ["submission", "qualified", "booked", "won", "revenue"],
      landing_test_state: ["running", "stopped"],
      landing_width: ["phone", "tablet", "desktop"],
      lead_source: ["website_form", "referral", "social_media", "landing_page", "other"],
      meeting_assignment: ["person", "pool", "together"],
      meeting_location: ["phone", "video", "place"],
      publish_request_state: ["waiting", "approved", "declined", "withdrawn"],
      retainer_status: ["pending", "active", "paused", "completed", "canceled"],
      role_status: ["pending", "active", "inactive"],
      submission_status: ["new", "read", "archived"],
      subscription_status: ["inactive", "active"],
      subscription_tier: ["free", "premium"],
      traffic_type: ["paid_ads", "organic", "referral", "direct"],
    },
  },
} as const
